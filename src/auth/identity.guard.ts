import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isFromThisMachine, OPEN, type Openness } from '../platform/http/open.js';
import { Problem } from '../kernel/problem.js';
import { type Identity, isOperator } from './domain/identity.js';
import { AdmissionService } from './admission.service.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the identity guard on every route that is not open, or before the body is read (`identifyFirst`). */
    identity?: Identity;
  }
}

@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(
    private readonly admission: AdmissionService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const openness = this.reflector.getAllAndOverride<Openness | undefined>(OPEN, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<Request>();
    if (openness === 'always' || (openness === 'loopback' && isFromThisMachine(request))) return true;
    request.identity ??= await this.admission.admit(request.headers);
    if (openness === 'loopback' && !isOperator(request.identity)) {
      throw new Problem('forbidden', 'From another machine, only an operator may see this.');
    }
    return true;
  }
}

/** For routes that read no body of a caller whom they don't know. */
export const identifyFirst =
  (admission: AdmissionService): RequestHandler =>
  async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    request.identity = await admission.admit(request.headers);
    next();
  };

/** Who is calling. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Identity => {
  const { identity } = context.switchToHttp().getRequest<Request>();
  if (identity === undefined) throw new Error('an open route asked who is calling');
  return identity;
});
