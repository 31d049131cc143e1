import { minuteOf } from './entry-lines.js';
import { labelled } from './frame.js';

/** A file as the list of files answers it. */
export interface ShownFile {
  readonly label: string;
  readonly name: string;
  readonly bytes: number;
  readonly author: string;
  readonly to: string | null;
  readonly at: string;
}

/** `G57 48213 bytes alice to bob 2026-11-30 13:05: build.log`. */
export const fileLines = ({ label, name, bytes, author, to, at }: ShownFile): readonly string[] =>
  labelled([label, `${bytes} bytes`, author, to === null ? '' : `to ${to}`, minuteOf(at)], name);
