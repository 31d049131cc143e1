import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { agentKey } from '../kernel/names.js';
import { badRequest } from '../kernel/problem.js';
import type { Identity } from './domain/identity.js';
import { type Instance, InstancesRepository } from './instances.repository.js';

/** An instance that was not heard of for this long counts as gone. */
export const ALIVE_MS = 60_000;
const TOUCH_EVERY_MS = 15_000;
const MAX_REMEMBERED = 10_000;
const INSTANCE = /^[A-Za-z0-9._-]{1,64}$/;

interface Remembered {
  readonly touchedAt: number;
  readonly others: number;
  isWarned: boolean;
}

/**
 * Notices when two sessions run under one agent's name: each notice reaches one of them only, so both should know.
 * An adapter names its session by the header `X-Instance`.
 */
@Injectable()
export class InstancesService {
  readonly #remembered = new Map<string, Remembered>();

  constructor(private readonly instances: InstancesRepository) {}

  /** How many other sessions of the agent are alive; 0 for callers that name none of their own, and for roles. */
  async others(caller: Identity, instance: string | undefined): Promise<number> {
    if (instance === undefined || isOfRole(caller)) return 0;
    return (await this.#touch(instanceOf(caller, instance))).others;
  }

  /** A warning for the first answer to each session since it came to share its name; afterwards undefined. */
  async warning(caller: Identity, instance: string | undefined): Promise<string | undefined> {
    if (instance === undefined || isOfRole(caller)) return undefined;
    const remembered = await this.#touch(instanceOf(caller, instance));
    if (remembered.others === 0 || remembered.isWarned) return undefined;
    remembered.isWarned = true;
    return sharedNameWarning(caller.agent);
  }

  async #touch(instance: Instance): Promise<Remembered> {
    const name = `${instance.workspaceId}/${instance.agentKey}/${instance.instance}`;
    const known = this.#remembered.get(name);
    if (known !== undefined && performance.now() - known.touchedAt < TOUCH_EVERY_MS) return known;
    const ages = await this.instances.touch(instance);
    const others = [...ages].filter(([other, age]) => other !== instance.instance && age < ALIVE_MS).length;
    const isWarned = known?.isWarned === true && others > 0;
    const remembered = { touchedAt: performance.now(), others, isWarned };
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(name, remembered);
    return remembered;
  }
}

/** The name of a role is another agent's on each board, so a session of the same name need not be its own. */
const isOfRole = ({ role }: Identity): boolean => role !== undefined;

const instanceOf = ({ workspaceId, agent }: Identity, instance: string): Instance => ({
  workspaceId,
  agentKey: agentKey(agent),
  instance,
});

export const sharedNameWarning = (agent: string): string =>
  `Another session runs as ${agent}, and each notice reaches only one of you. Give one another name, such as GISTBOARD_AGENT=${agent}-2.`;

/** Documents the header on a route that heeds it. */
export const InstanceHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'X-Instance',
    required: false,
    description:
      "Names the adapter's session, 1-64 letters, digits, `.`, `_`, `-`: two sessions of one name are warned.",
    schema: { type: 'string', pattern: INSTANCE.source },
  });

/** The session that the caller's adapter names, if it does. */
export const InstanceId = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const instance = context.switchToHttp().getRequest<Request>().headers['x-instance'];
  if (instance === undefined) return undefined;
  if (typeof instance === 'string' && INSTANCE.test(instance)) return instance;
  throw badRequest('X-Instance', 'must be 1-64 letters, digits, ".", "_", "-"');
});
