import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { AgentName, Seq } from '../../kernel/ids.js';
import { Answer } from '../../platform/http/answer.js';
import { Logger } from '../../platform/observability/logger.js';
import { lapseMessage } from './domain/lease-entries.js';
import { isLive, type Lease } from './domain/lease.js';
import { LeasesRepository, type OpenLeases } from './leases.repository.js';
import { OpenLeasesService } from './open-leases.service.js';

/** Tells agents of leases of theirs that ran out: by a message, so that it is unread until it was shown. */
@Injectable()
export class LapsesService {
  constructor(
    private readonly open: OpenLeasesService,
    private readonly leases: LeasesRepository,
    private readonly writer: JournalWriter,
    private readonly logger: Logger,
  ) {}

  /**
   * Before an agent is told what is unread on a board; answers the way to the board as it is then, with the message in
   * it. Never throws: what the agent asked for matters more.
   */
  async tell(agent: AgentName, access: BoardAccess): Promise<BoardAccess> {
    try {
      const isDue = untold(await this.open.at(access.ref, access.head), agent).length > 0;
      return isDue ? { ...access, head: Math.max(access.head, await this.#write(agent, access.ref)) } : access;
    } catch (error) {
      this.logger.warn({ err: error }, 'a holder was not told that its lease ran out; the next request tries again');
      return access;
    }
  }

  /** The board's head afterwards. */
  async #write(agent: AgentName, board: BoardRef): Promise<Seq> {
    const { body } = await this.writer.write({
      kind: 'own',
      board,
      key: undefined,
      decide: async ({ tx, head }) => {
        const lapsed = untold(await this.leases.locked(tx, board), agent);
        const told = lapsed.map((lease) => ({ ...lease, isLapseTold: true }));
        await this.leases.save(tx, board, told);
        return {
          drafts: lapsed.map((lease) => lapseMessage(lease, null)),
          answer: new Answer(200, head + lapsed.length),
        };
      },
    });
    return body;
  }
}

const untold = ({ leases, nowMs }: OpenLeases, agent: AgentName): readonly Lease[] =>
  leases.filter((lease) => lease.holder === agent && !lease.isLapseTold && !isLive(lease, nowMs));
