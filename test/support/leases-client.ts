import type { components, operations } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import type { Reply } from './board-client.js';
import type { TestService } from './service.js';
import { openTurns, replyOf, TurnsClient } from './turns-client.js';

type Schemas = components['schemas'];
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

export type ClaimAnswer = Schemas['ClaimAnswerDto'];
export type Lease = Schemas['LeaseDto'];

export interface ClaimOptions {
  readonly lease_s?: number;
  readonly intent?: string;
  readonly key?: string;
}

/** One agent's leases on one board, through the generated client. */
export class LeasesClient extends TurnsClient {
  readonly #client: GistboardClient;

  constructor(service: Pick<TestService, 'as'>, board: string, agent: string) {
    super(service, board, agent);
    this.#client = service.as(agent);
  }

  tryClaim(resources: readonly string[], { key, ...more }: ClaimOptions = {}): Promise<Reply<ClaimAnswer>> {
    const header = key === undefined ? {} : { header: { 'Idempotency-Key': key } };
    const body = { resources: [...resources], ...more };
    return replyOf(this.#client.POST('/board/{board}/leases', { params: { path: this.#path, ...header }, body }));
  }

  async claim(resources: readonly string[], options: ClaimOptions = {}): Promise<ClaimAnswer> {
    return (await this.tryClaim(resources, options)).data;
  }

  /** Claims and answers the label; throws where it is not granted. */
  async hold(resources: readonly string[], options: ClaimOptions = {}): Promise<string> {
    const answer = await this.claim(resources, options);
    if (answer.lease === undefined) throw new Error(JSON.stringify(answer));
    return answer.lease;
  }

  renew(label: string, lease_s?: number): Promise<Reply<Schemas['RenewAnswerDto']>> {
    const body = lease_s === undefined ? {} : { lease_s };
    const params = { path: { ...this.#path, label } };
    return replyOf(this.#client.POST('/board/{board}/leases/{label}/renew', { params, body }));
  }

  /** By a label, or by resources. */
  drop(
    what: string | readonly string[],
    dto: Partial<Schemas['ReleaseLeaseDto']> = {},
  ): Promise<Reply<Schemas['ReleaseLeaseAnswerDto']>> {
    const body = { outcome: 'done' as const, ...dto };
    if (typeof what !== 'string') {
      const params = { path: this.#path };
      const named = { ...body, resources: [...what] };
      return replyOf(this.#client.POST('/board/{board}/leases/release', { params, body: named }));
    }
    const params = { path: { ...this.#path, label: what } };
    return replyOf(this.#client.POST('/board/{board}/leases/{label}/release', { params, body }));
  }

  break(label: string, reason: string): Promise<Reply<Schemas['ReleaseLeaseAnswerDto']>> {
    const params = { path: { ...this.#path, label } };
    return replyOf(this.#client.POST('/board/{board}/leases/{label}/break', { params, body: { reason } }));
  }

  tryCheck(path: string): Promise<Reply<Schemas['CheckAnswerDto']>> {
    return replyOf(this.#client.GET('/board/{board}/leases/check', { params: { path: this.#path, query: { path } } }));
  }

  async leases(query: Query<'listLeases'> = {}): Promise<Schemas['LeaseListDto']> {
    const params = { path: this.#path, query };
    return (await replyOf(this.#client.GET('/board/{board}/leases', { params }))).data;
  }

  /** `G57 bob a.ts b.ts`, and `expired` where it ran out. */
  async held(): Promise<readonly string[]> {
    const { items } = await this.leases();
    return items.map(({ lease, holder, resources, expired }) =>
      [lease, holder, ...resources, ...(expired ? ['expired'] : [])].join(' '),
    );
  }

  get #path(): { readonly board: string } {
    return { board: this.board };
  }
}

/** A new board with these members and no entry of theirs. Answers the way to its leases for each agent. */
export async function openLeases(
  service: Pick<TestService, 'as'>,
): Promise<(agent: string, at?: Pick<TestService, 'as'>) => LeasesClient> {
  const turns = await openTurns(service);
  const { board } = turns('harness');
  return (agent, at = service) => new LeasesClient(at, board, agent);
}

/** What stands in whose way: `a.ts: bob holds src/**`. */
export const conflictsIn = ({ conflicts = [] }: Pick<ClaimAnswer, 'conflicts'>): readonly string[] =>
  conflicts.map(({ resource, held_by, holds }) => `${resource}: ${held_by} holds ${holds}`);
