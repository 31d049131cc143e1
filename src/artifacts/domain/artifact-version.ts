import type { AgentName, Seq } from '../../kernel/ids.js';
import type { MediaType } from './findings.js';

/** A document of a goal: its kind and, where each writer has one of its own, whose it is; else ''. */
export interface Lane {
  readonly kind: string;
  readonly slot: string;
}

/** Which version of a document its reader saw. */
export interface Input extends Lane {
  readonly version: number;
}

/** One version of a document, without its text. */
export interface ArtifactVersion extends Input {
  /** SHA-256 of its UTF-8, 64 hex digits. */
  readonly digest: string;
  readonly bytes: number;
  readonly mediaType: MediaType;
  readonly author: AgentName;
  readonly role: string;
  readonly ordinal: number;
  /** What its author had read by then. */
  readonly inputs: readonly Input[];
  readonly seq: Seq;
  readonly createdAtMs: number;
}

export const laneKey = ({ kind, slot }: Lane): string => `${kind} ${slot}`;
