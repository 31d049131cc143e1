import { SetMetadata } from '@nestjs/common';

export const OPEN = Symbol('open');

/** A route that asks for no credential. */
export const Open = (): MethodDecorator & ClassDecorator => SetMetadata(OPEN, true);
