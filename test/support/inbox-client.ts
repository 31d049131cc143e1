import type { components, operations } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import type { Reply } from './board-client.js';
import type { TestService } from './service.js';
import { replyOf } from './turns-client.js';

type Schemas = components['schemas'];
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
export type Inbox = Schemas['InboxDto'];

/** One agent's inbox on one board, through the generated client. */
export class InboxClient {
  readonly #client: GistboardClient;

  constructor(
    service: Pick<TestService, 'as'>,
    readonly board: string,
    readonly agent: string,
  ) {
    this.#client = service.as(agent);
  }

  tryInbox(query: Query<'inbox'> = {}): Promise<Reply<Inbox>> {
    return replyOf(this.#client.GET('/board/{board}/inbox', { params: { path: { board: this.board }, query } }));
  }

  async inbox(query: Query<'inbox'> = {}): Promise<Inbox> {
    return (await this.tryInbox(query)).data;
  }

  async wait(query: Query<'wait'> = {}): Promise<Inbox> {
    const params = { path: { board: this.board }, query };
    return (await replyOf<Inbox>(this.#client.GET('/board/{board}/wait', { params }))).data;
  }

  ack(to: number): Promise<Reply<Schemas['InboxCursorDto']>> {
    const params = { path: { board: this.board } };
    return replyOf(this.#client.POST('/board/{board}/inbox/ack', { params, body: { to } }));
  }
}

/** The seqs of what was answered, and where the cursor stands: `1,2,7 cursor 2`. */
export const toldIn = ({ items, cursor }: Inbox): string =>
  `${items.map(({ label }) => label.slice(1)).join(',')} cursor ${cursor}`;
