import type { Type } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import type { Connection } from './connection.js';
import type { Toolset } from './domain/toolsets.js';
import type { BoardArgs } from './tool-args.js';

/** What a tool answers. */
export interface ToolOutput {
  /** Lines in our own words. */
  readonly ours: readonly string[];
  /** Lines that hold what others wrote; they are shown in the frame. */
  readonly theirs?: readonly string[];
  /** For programs; of the tool's `answer`. */
  readonly structured?: object;
  /** What is shown here counts as shown once the connection brings this back. */
  readonly receipt?: string;
  /** False: unread notices are here already, so none follow. */
  readonly isFollowedByUnread?: boolean;
}

/** A tool: a name, arguments made from REST DTOs, and a call of the service that the REST route calls. */
abstract class BaseTool {
  abstract readonly name: string;
  abstract readonly title: string;
  /** What a model reads before it calls. */
  abstract readonly description: string;
  abstract readonly toolset: Toolset;
  abstract readonly isReadOnly: boolean;
  /** It shows a role no more than its scope, so roles may call it that don't see the board. */
  readonly isForRoles: boolean = false;
  /** Calling it twice does no more than calling it once. */
  readonly isIdempotent: boolean = false;
  /** The DTO of `structured`. */
  readonly answer?: Type;
}

/** A tool that takes no arguments and is about no board. */
export abstract class FreeTool extends BaseTool {
  readonly isOfBoard = false as const;
  abstract run(connection: Connection): Promise<ToolOutput>;
}

export abstract class BoardTool<Args extends BoardArgs> extends BaseTool {
  readonly isOfBoard = true as const;
  abstract readonly args: Type<Args>;
  abstract run(args: Args, board: BoardAccess, connection: Connection): Promise<ToolOutput>;
}

export type Tool = FreeTool | BoardTool<BoardArgs>;

/** The arguments that name the board in a call that a result tells, where the caller named it. */
export const sameBoard = ({ board }: BoardArgs): { readonly board?: string } => (board === undefined ? {} : { board });
