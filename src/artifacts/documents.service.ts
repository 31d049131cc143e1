import { Injectable } from '@nestjs/common';
import { mayRead } from '../boards/roles/domain/scope.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { artifactDto, lineDto } from './artifact-dto.js';
import type { AllArtifactsDto, ArtifactAnswerDto, ArtifactDto, ArtifactIndexDto } from './artifact-answers.dto.js';
import type { ReadArtifactQuery } from './artifacts.dto.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { indexFor, inOrder, type IndexLine, type ReadScope } from './domain/artifact-index.js';
import type { ArtifactVersion } from './domain/artifact-version.js';
import { contentFrom } from './domain/content.js';
import { isStale, newestOf } from './domain/stale.js';

/** Lines of one index. */
const MAX_LINES = 500;
/** Bytes of all texts of one answer; the first one stands in any case. */
const MAX_ALL_BYTES = 1_048_576;

/** Finds documents for one whose right to their kind was asked for before: by a role's reading, or the operators'. */
@Injectable()
export class DocumentsService {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  /** The newest version of each that the scope reads, and nothing but its kind of each other. */
  async index(access: BoardAccess, scope: ReadScope): Promise<Omit<ArtifactIndexDto, 'reads' | 'writes'>> {
    const { lines, unreadable } = indexFor(scope, await this.artifacts.newest(access.ref));
    return {
      ...placeOf(access),
      items: lines.slice(0, MAX_LINES).map(lineDto),
      ...(lines.length > MAX_LINES ? { left_out: lines.length - MAX_LINES } : {}),
      unreadable: [...unreadable],
    };
  }

  /** One document, or why there is none to show. Throws `bad_request`, `not_found` for a version that is not there. */
  async read(
    access: BoardAccess,
    scope: ReadScope,
    { kind, query }: { readonly kind: string; readonly query: ReadArtifactQuery },
  ): Promise<ArtifactAnswerDto> {
    const newest = await this.artifacts.newest(access.ref);
    const ofKind = newest.filter((version) => version.kind === kind).toSorted(inOrder);
    const slotted = ofKind.some(({ slot }) => slot !== '');
    if (query.slot !== undefined && ofKind.length > 0 && !slotted)
      throw badRequest('slot', `${kind} is one document for all, so leave the slot out`);
    const line = (version: ArtifactVersion): IndexLine => lineOf(version, scope, newest);
    const slots = slotted ? { slots: ofKind.map((version) => lineDto(line(version))) } : {};
    const place = { ...placeOf(access), kind, ...slots };
    if (slotted && query.slot === undefined) return { ...place, state: 'choose_slot' };
    const last = ofKind.find(({ slot }) => !slotted || slot === query.slot);
    if (last === undefined) return { ...place, state: 'not_yet' };
    const version = await this.#version(access, last, query.version ?? last.version);
    const content = await this.artifacts.body(access.ref, version);
    const shown = content === undefined ? null : contentFrom(content, query.offset ?? 0);
    const artifact = artifactDto(line(version), { scope, newest: last.version, content: shown });
    return { ...placeOf(access), kind, state: 'written', artifact };
  }

  /** The newest of each writer of a kind, as many as have room. */
  async all(access: BoardAccess, scope: ReadScope, kind: string): Promise<AllArtifactsDto> {
    const newest = await this.artifacts.newest(access.ref);
    const items: ArtifactDto[] = [];
    const leftOut: IndexLine[] = [];
    let room = MAX_ALL_BYTES;
    for (const version of newest.filter((each) => each.kind === kind).toSorted(inOrder)) {
      const line = lineOf(version, scope, newest);
      if (version.bytes > room) {
        leftOut.push(line);
        continue;
      }
      room -= version.bytes;
      const content = (await this.artifacts.body(access.ref, version)) ?? null;
      items.push(artifactDto(line, { scope, newest: version.version, content }));
    }
    return { ...placeOf(access), kind, items, left_out: leftOut.map(lineDto) };
  }

  async #version({ ref }: BoardAccess, last: ArtifactVersion, wanted: number): Promise<ArtifactVersion> {
    if (wanted === last.version) return last;
    const found = await this.artifacts.version(ref, { ...last, version: wanted });
    if (found !== undefined) return found;
    throw new Problem('not_found', `There is no version ${wanted} of ${last.kind}; the newest is ${last.version}.`);
  }
}

const placeOf = ({ slug, head }: BoardAccess): { readonly board: string; readonly head: number } => ({
  board: slug,
  head,
});

const lineOf = (version: ArtifactVersion, scope: ReadScope, newest: readonly ArtifactVersion[]): IndexLine => ({
  version,
  stale: isStale(version, newestOf(newest), (kind) => mayRead(scope, kind)),
});
