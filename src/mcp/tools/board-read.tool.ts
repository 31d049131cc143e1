import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ReadQuery } from '../../gists/reading.dto.js';
import { type Rendered, ReadingService } from '../../gists/reading.service.js';
import { badRequest } from '../../kernel/problem.js';
import { SnapshotService } from '../../notices/snapshot.service.js';
import { Flag } from '../../platform/http/fields.js';
import type { Connection } from '../connection.js';
import { charactersOf, roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { receiptOf } from '../domain/receipt.js';
import { BoardTool, sameBoard, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

const FILTERS = ['type', 'author', 'delegation_id', 'after', 'before'] as const;

export class BoardReadArgs extends IntersectionType(LongResultArgs, PickType(ReadQuery, FILTERS)) {
  @Flag({ description: 'Only what you were not shown yet, messages to you first. Goes alone.', isOptional: true })
  unread?: boolean;
}

@Injectable()
export class BoardReadTool extends BoardTool<BoardReadArgs> {
  readonly name = 'board_read';
  readonly title = 'Read the board';
  readonly description =
    'What the team knows now: facts, failures, patches, claims, one line each. Call it first; with unread:true at the start of later turns. ⊕ = board_unfold has more.';
  readonly toolset = 'board';
  readonly isReadOnly = true;
  readonly args = BoardReadArgs;

  constructor(
    private readonly reading: ReadingService,
    private readonly snapshots: SnapshotService,
  ) {
    super();
  }

  async run(args: BoardReadArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    if (args.unread === true) return this.#unread(args, board, connection);
    const { body, leftOut } = await this.#liveView(args, board);
    const { unread: _, before, ...same } = args;
    const call = leftOut === null ? '' : callText(this.name, { ...same, before: leftOut.before });
    return {
      ours: leftOut === null ? [] : [`${leftOut.count} older left out: ${call}`],
      theirs: body.toString().trimEnd().split('\n'),
    };
  }

  /** The whole view is kept rendered, so it is tried before one that is cut for this call. */
  async #liveView({ max_tokens, ...query }: BoardReadArgs, board: BoardAccess): Promise<Rendered> {
    const filters = Object.fromEntries(FILTERS.map((name) => [name, query[name]]));
    const whole = await this.reading.read(board, filters);
    const budget = roomIn(max_tokens);
    return whole.body.length <= charactersOf(budget) ? whole : this.reading.read(board, { ...filters, budget });
  }

  /** Shown by being fetched; for a connection with a session of its own, by its receipt. */
  async #unread(args: BoardReadArgs, board: BoardAccess, { caller, instance }: Connection): Promise<ToolOutput> {
    const filter = FILTERS.find((name) => args[name] !== undefined);
    if (filter !== undefined) throw badRequest(filter, 'does not go with unread; leave one of them out');
    const { max_tokens } = args;
    const { boards } = await this.snapshots.take(caller, {
      boards: board.slug,
      format: 'text',
      budget: roomIn(max_tokens),
      advance: instance === undefined ? 'true' : 'false',
    });
    const [snapshot] = boards;
    if (snapshot === undefined) throw new Error('a snapshot of one board has one part');
    const { text = '', from, to, left_out, more } = snapshot;
    const range = from === 0 ? {} : { after: String(from) };
    const older = { ...sameBoard(args), ...range, before: left_out?.before };
    return {
      ours: [
        ...(text === '' ? [`Nothing unread on ${board.slug}, head ${to}.`] : []),
        ...(left_out === undefined ? [] : [`${left_out.count} older left out: ${callText(this.name, older)}`]),
        ...(more ? [`There is more: ${callText(this.name, { ...sameBoard(args), unread: true })}`] : []),
      ],
      theirs: text === '' ? [] : text.split('\n'),
      isFollowedByUnread: false,
      ...(instance === undefined ? {} : { receipt: receiptOf({ kind: 'snapshot', boards: { [board.slug]: to } }) }),
    };
  }
}
