import { Injectable } from '@nestjs/common';
import { BoardAccessService } from '../boards/board-access.service.js';
import { InboxAckDto } from '../coordination/inbox/inbox.dto.js';
import { InboxService } from '../coordination/inbox/inbox.service.js';
import { Text } from '../platform/http/fields.js';
import { AckDto } from '../notices/snapshot.dto.js';
import { ShownDto } from '../notices/pending.dto.js';
import { ShownService } from '../notices/shown.service.js';
import { validationPipe } from '../platform/http/validation.js';
import { Logger } from '../platform/observability/logger.js';
import type { Connection } from './connection.js';
import { readReceipt, receiptsIn } from './domain/receipt.js';
import { validated } from './validated.js';

class InboxReceipt extends InboxAckDto {
  @Text({ description: 'The board.' })
  board: string;
}

/** Confirms what earlier results of a connection showed. */
@Injectable()
export class ReceiptsService {
  readonly #pipe = validationPipe();

  constructor(
    private readonly shown: ShownService,
    private readonly inbox: InboxService,
    private readonly access: BoardAccessService,
    private readonly logger: Logger,
  ) {}

  /** Never throws: what is not confirmed is offered again, and a call must not fail for it. */
  async confirm(connection: Connection, receipts: unknown): Promise<void> {
    for (const receipt of receiptsIn(receipts)) {
      try {
        await this.#confirm(connection, receipt);
      } catch (error) {
        this.logger.debug({ requestId: connection.requestId, err: error }, 'a receipt was not taken');
      }
    }
  }

  async #confirm({ caller }: Connection, receipt: string): Promise<void> {
    const read = readReceipt(receipt);
    if (read?.kind === 'snapshot')
      await this.shown.acknowledge(caller, await validated(this.#pipe, AckDto, read.claim));
    if (read?.kind === 'inbox') {
      const { board, to } = await validated(this.#pipe, InboxReceipt, read.claim);
      await this.inbox.acknowledge(caller, await this.access.require(caller, board, { forRoles: true }), to);
    }
    if (read?.kind === 'notices')
      await this.shown.confirm(caller, caller.agent, await validated(this.#pipe, ShownDto, read.claim));
  }
}
