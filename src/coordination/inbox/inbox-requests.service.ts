import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../../auth/agents.repository.js';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { HEARTBEAT } from '../../journal/domain/concerns.js';
import { seqOfPosition } from '../../kernel/label.js';
import { LapsesService } from '../leases/lapses.service.js';
import type { InboxFilter } from './domain/inbox.js';
import { type InboxDto, type InboxFilterQuery, type InboxQuery, MAX_WAIT_S, type WaitQuery } from './inbox.dto.js';
import { InboxService } from './inbox.service.js';
import { WaitService } from './wait.service.js';

const DEFAULT_LIMIT = 50;

/** Requests for what is unread, as REST and MCP send them. */
@Injectable()
export class InboxRequestsService {
  constructor(
    private readonly inbox: InboxService,
    private readonly waits: WaitService,
    private readonly agents: AgentsRepository,
    private readonly lapses: LapsesService,
  ) {}

  async read(caller: Identity, access: BoardAccess, query: InboxQuery): Promise<InboxDto> {
    return this.inbox.read(caller, await this.lapses.tell(caller.agent, access), {
      ...(await this.#common(caller, query)),
      withHeartbeats: query.include_heartbeats === 'true' || query.type === HEARTBEAT,
    });
  }

  /** `isGone`: nobody is there any more to take the answer. */
  async wait(
    caller: Identity,
    access: BoardAccess,
    { query, isGone }: { readonly query: WaitQuery; readonly isGone: AbortSignal },
  ): Promise<InboxDto> {
    const timeoutMs = (query.timeout_s ?? MAX_WAIT_S) * 1_000;
    const told = await this.lapses.tell(caller.agent, access);
    return this.waits.wait(caller, told, { ...(await this.#common(caller, query)), timeoutMs, isGone });
  }

  async #common(
    { workspaceId }: Identity,
    { from, type, ack, limit = DEFAULT_LIMIT, ...more }: InboxFilterQuery & { readonly after?: string },
  ): Promise<{ filter: InboxFilter; ack: boolean; limit: number }> {
    const by = from === undefined ? undefined : await this.agents.spelling(workspaceId, from);
    const after = (more.after === undefined ? undefined : seqOfPosition(more.after)) ?? 0;
    return { filter: { from: by, type, after }, ack: ack !== 'false', limit };
  }
}
