import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';

export const OPEN = Symbol('open');

/** `loopback`: open to processes of this machine, to others as operators only. */
export type Openness = 'always' | 'loopback';

/** A route that asks for no credential. */
export const Open = (): MethodDecorator & ClassDecorator => SetMetadata(OPEN, 'always' satisfies Openness);

/** A route for monitoring: no credential on this machine, an operator's from elsewhere. */
export const OpenOnLoopback = (): MethodDecorator & ClassDecorator => SetMetadata(OPEN, 'loopback' satisfies Openness);

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a process of this machine asks for itself: what a proxy on this machine passes on came from elsewhere. */
export function isFromThisMachine(request: Request): boolean {
  const { headers, socket } = request;
  const isForwarded =
    headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined || headers.via !== undefined;
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '');
}
