import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { Decision, WriteContext } from '../../journal/journal-command.js';
import type { Json } from '../../journal/domain/journal-entry.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { labelOf } from '../../kernel/label.js';
import { badRequest, Problem } from '../../kernel/problem.js';
import { redactSecrets } from '../../kernel/secrets.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { decideSet, MAX_FACTS, type SetDecision } from './domain/decide-set.js';
import { factContent, factDraft } from './domain/fact-entry.js';
import { factText } from './domain/fact-text.js';
import type {
  FactAnswerDto,
  FactDto,
  FactHistoryDto,
  FactHistoryQuery,
  FactsDto,
  ListFactsQuery,
  SetFactAnswerDto,
  SetFactDto,
} from './facts.dto.js';
import { FactsRepository, type FactVersion } from './facts.repository.js';

const DEFAULT_LIMIT = 100;
const DEFAULT_VERSIONS = 50;

interface Setting {
  readonly caller: Identity;
  readonly access: BoardAccess;
  readonly key: string;
  /** The value as JSON; null: the fact is to be removed. */
  readonly text: string | null;
  readonly ifVersion: number | undefined;
}

/** Shared values of a board, by key: the latest one wins, and each setting is an entry with its author. */
@Injectable()
export class FactsService {
  constructor(
    private readonly facts: FactsRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** Present facts by key. */
  async list(access: BoardAccess, { after = '', limit = DEFAULT_LIMIT }: ListFactsQuery): Promise<FactsDto> {
    const found = await this.facts.list(access.ref, { after, limit: limit + 1 });
    const items = found.slice(0, limit).map(factDto);
    const last = items.at(-1);
    const next = found.length > limit && last !== undefined ? { next_after: last.key } : {};
    return { board: access.slug, head: access.head, items, ...next };
  }

  /** Throws `not_found`, for a removed one too. */
  async get(access: BoardAccess, key: string): Promise<FactAnswerDto> {
    const newest = await this.facts.newest(access.ref, key);
    if (newest?.isCurrent !== true) throw notThere(key);
    return { board: access.slug, head: access.head, fact: factDto(newest) };
  }

  /** All that it ever was, newest first, also of a removed one. Throws `not_found`. */
  async history(access: BoardAccess, key: string, query: FactHistoryQuery): Promise<FactHistoryDto> {
    const { before = Number.MAX_SAFE_INTEGER, limit = DEFAULT_VERSIONS } = query;
    const found = await this.facts.history(access.ref, { key, before, limit: limit + 1 });
    if (found.length === 0 && query.before === undefined) throw notThere(key);
    const items = found.slice(0, limit).map(factDto);
    const last = items.at(-1);
    const next = found.length > limit && last !== undefined ? { next_before: last.version } : {};
    return { board: access.slug, head: access.head, items, ...next };
  }

  /** Throws `version_mismatch` with the present fact as `current`, `too_many_facts`, `too_large`, `bad_request`. */
  async set(
    caller: Identity,
    access: BoardAccess,
    request: { readonly key: string; readonly dto: SetFactDto; readonly requestKey: RequestKey | undefined },
  ): Promise<Answer<SetFactAnswerDto>> {
    const { key, dto, requestKey } = request;
    if (redactSecrets(key).text !== key) throw badRequest('key', 'looks like a secret; choose another name');
    const text = dto.value === null ? null : factText(dto.value);
    const setting: Setting = { caller, access, key, text, ifVersion: dto.if_version };
    return this.writer.write({
      kind: 'own',
      board: access.ref,
      key: requestKey,
      decide: (context) => this.#decide(setting, context),
    });
  }

  async #decide(setting: Setting, { tx, head, firstSeq }: WriteContext): Promise<Decision<SetFactAnswerDto>> {
    const { caller, access, key, text, ifVersion } = setting;
    const board = access.ref;
    const newest = await this.facts.newest(board, key, tx);
    const stored = newest === undefined ? undefined : { version: newest.version, isThere: newest.isCurrent };
    const factCount = stored?.isThere === true ? 0 : await this.facts.count(tx, board);
    const decision = decideSet(stored, { isRemoval: text === null, ifVersion, factCount });
    const answer = { board: access.slug, key };
    if (decision.kind === 'nothing') {
      const version = stored?.version ?? 0;
      return { drafts: [], answer: new Answer(200, { ...answer, head, value: null, version, label: null }) };
    }
    if (decision.kind !== 'set') throw refusalOf(decision, key, newest);
    const { version } = decision;
    await this.facts.add(tx, board, { key, version, seq: firstSeq, isCurrent: text !== null });
    const value = text === null ? null : (JSON.parse(text) as Json);
    const done = { ...answer, head: firstSeq, value, version, label: labelOf(firstSeq) };
    return { drafts: [factDraft({ key, author: caller.agent, text })], answer: new Answer(200, done) };
  }
}

function refusalOf(
  decision: Exclude<SetDecision, { kind: 'set' | 'nothing' }>,
  key: string,
  newest: FactVersion | undefined,
): Problem {
  if (decision.kind === 'too-many')
    return new Problem('too_many_facts', `This board holds ${MAX_FACTS} facts. Remove one by setting it to null.`);
  const { version } = decision;
  const message = version === 0 ? 'it is not there (version 0)' : `it has version ${version} now`;
  return new Problem('version_mismatch', `if_version: ${key}: ${message}. Read what it is now, and decide again.`, {
    errors: [{ path: 'if_version', message }],
    members: { current: version === 0 || newest === undefined ? { key, value: null, version: 0 } : factDto(newest) },
  });
}

const notThere = (key: string): Problem => new Problem('not_found', `There is no fact ${key} on this board.`);

function factDto({ key, version, entry }: FactVersion): FactDto {
  const content = factContent(entry);
  return {
    key,
    value: content.kind === 'value' ? content.value : null,
    version,
    author: entry.author,
    at: new Date(entry.createdAtMs).toISOString(),
    label: labelOf(entry.seq),
    ...(content.kind === 'redacted' ? { redacted: true } : {}),
    ...(content.kind === 'removed' ? { removed: true } : {}),
  };
}
