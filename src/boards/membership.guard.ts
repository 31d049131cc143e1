import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { BoardAccessService } from './board-access.service.js';
import type { BoardAccess } from './board-access.service.js';
import { closedToRoles } from './roles/domain/fence.js';
import { FOR_ROLES, type RolesAdmitted } from './roles/for-roles.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the membership guard on every route below `/board/:board`. */
    boardAccess?: BoardAccess;
  }
}

/** Lets nobody near a board that is not theirs, and answers the same whether it exists or not. */
@Injectable()
export class MembershipGuard implements CanActivate {
  constructor(
    private readonly access: BoardAccessService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { identity } = request;
    if (identity === undefined) return true;
    const slug = request.params.board;
    const admitted = identity.role === undefined ? undefined : this.#admitted(context);
    if (slug === undefined) {
      if (identity.role !== undefined) await this.#admitWithoutBoard(identity, admitted);
      return true;
    }
    request.boardAccess = await this.access.require(identity, String(slug), { forRoles: admitted === 'all' });
    return true;
  }

  #admitted(context: ExecutionContext): RolesAdmitted | undefined {
    return this.reflector.getAllAndOverride<RolesAdmitted | undefined>(FOR_ROLES, [
      context.getHandler(),
      context.getClass(),
    ]);
  }

  /** Throws `forbidden` unless the route was opened to roles such as this one. */
  async #admitWithoutBoard(identity: Identity, admitted: RolesAdmitted | undefined): Promise<void> {
    if (admitted === 'all') return;
    if (admitted === 'seeing-board' && (await this.access.list(identity)).length > 0) return;
    throw closedToRoles(identity.agent);
  }
}

/** The board that the caller may use. */
export const OnBoard = createParamDecorator((_: unknown, context: ExecutionContext): BoardAccess => {
  const { boardAccess } = context.switchToHttp().getRequest<Request>();
  if (boardAccess === undefined) throw new Error('a route without a board asked for one');
  return boardAccess;
});
