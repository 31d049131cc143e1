import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { BoardAccessService } from './board-access.service.js';
import type { BoardAccess } from './board-access.service.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the membership guard on every route below `/board/:board`. */
    boardAccess?: BoardAccess;
  }
}

/** Lets nobody near a board that is not theirs, and answers the same whether it exists or not. */
@Injectable()
export class MembershipGuard implements CanActivate {
  constructor(private readonly access: BoardAccessService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const slug = request.params.board;
    if (slug === undefined || request.identity === undefined) return true;
    request.boardAccess = await this.access.require(request.identity, String(slug));
    return true;
  }
}

/** The board that the caller may use. */
export const OnBoard = createParamDecorator((_: unknown, context: ExecutionContext): BoardAccess => {
  const { boardAccess } = context.switchToHttp().getRequest<Request>();
  if (boardAccess === undefined) throw new Error('a route without a board asked for one');
  return boardAccess;
});
