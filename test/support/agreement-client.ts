import type { components } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import type { Reply } from './board-client.js';
import type { TestService } from './service.js';
import { replyOf } from './turns-client.js';

type Schemas = components['schemas'];
type Answered = Promise<Reply<Schemas['ProposalAnswerDto']>>;
export type ProposalView = Schemas['ProposalDto'];

/** The sentence that confirms, written out once more: a change of it must show. */
export const STATEMENT = 'I CONFIRM I HAVE READ THEIR SUGGESTION AND WE HAVE BOTH REACHED AN AGREEMENT TO MOVE FORWARD';

/** One agent's proposals and answers on one board, through the generated client. */
export class AgreementClient {
  readonly #client: GistboardClient;

  constructor(
    service: Pick<TestService, 'as'>,
    readonly board: string,
    readonly agent: string,
  ) {
    this.#client = service.as(agent);
  }

  tryPropose(text: string, more: Omit<Schemas['ProposeDto'], 'text'> = {}, key?: string): Answered {
    const params = { path: { board: this.board }, ...headerOf(key) };
    return replyOf(this.#client.POST('/board/{board}/proposals', { params, body: { text, ...more } }));
  }

  /** Proposes, and answers the label; throws where it is refused. */
  async propose(text = 'move on', more: Omit<Schemas['ProposeDto'], 'text'> = {}): Promise<string> {
    return (await this.tryPropose(text, more)).data.proposal.label;
  }

  confirm(label: string, statement = STATEMENT, key?: string): Answered {
    const params = { path: { board: this.board, proposal: label }, ...headerOf(key) };
    return replyOf(this.#client.POST('/board/{board}/proposals/{proposal}/confirm', { params, body: { statement } }));
  }

  decline(label: string, reason = 'no'): Answered {
    const params = { path: { board: this.board, proposal: label } };
    return replyOf(this.#client.POST('/board/{board}/proposals/{proposal}/decline', { params, body: { reason } }));
  }

  revoke(label: string, reason?: string): Answered {
    const params = { path: { board: this.board, proposal: label } };
    const body = reason === undefined ? {} : { reason };
    return replyOf(this.#client.POST('/board/{board}/proposals/{proposal}/revoke', { params, body }));
  }

  async plan(): Promise<Schemas['PlanDto']> {
    return (await replyOf(this.#client.GET('/board/{board}/plan', { params: { path: { board: this.board } } }))).data;
  }

  /** The newest proposal; throws where there is none. */
  async newest(): Promise<ProposalView> {
    const { proposal } = await this.plan();
    if (proposal === null) throw new Error('nothing was proposed');
    return proposal;
  }

  async list(query: { before?: string; limit?: number } = {}): Promise<Schemas['ProposalListDto']> {
    const params = { path: { board: this.board }, query };
    return (await replyOf(this.#client.GET('/board/{board}/proposals', { params }))).data;
  }
}

const headerOf = (key: string | undefined) => (key === undefined ? {} : { header: { 'Idempotency-Key': key } });

/** Who has confirmed, in their order. */
export const confirmedIn = ({ confirmed }: ProposalView): readonly string[] => confirmed.map(({ agent }) => agent);
