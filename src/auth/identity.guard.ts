import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { OPEN } from '../platform/http/open.js';
import type { Identity } from './domain/identity.js';
import { IdentityService } from './identity.service.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the identity guard on every route that is not open. */
    identity?: Identity;
  }
}

@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(
    private readonly identities: IdentityService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const isOpen = this.reflector.getAllAndOverride<boolean | undefined>(OPEN, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isOpen === true) return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.identity = await this.identities.identify(request.headers);
    return true;
  }
}

/** Who is calling. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Identity => {
  const { identity } = context.switchToHttp().getRequest<Request>();
  if (identity === undefined) throw new Error('an open route asked who is calling');
  return identity;
});
