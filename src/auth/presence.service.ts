import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AgentName, WorkspaceId } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { partsOf } from '../kernel/parts-of.js';
import { Transactor } from '../platform/database/transactor.js';
import { Logger } from '../platform/observability/logger.js';
import type { Identity } from './domain/identity.js';
import { InstancesRepository } from './instances.repository.js';
import { ALIVE_MS } from './instances.service.js';
import { AGENTS_PER_STATEMENT, PresenceRepository, type Sighting, type Sightings } from './presence.repository.js';

const WRITE_EVERY_MS = 15_000;
const WRITE_AFTER_MS = 1_000;
const MAX_REMEMBERED = 10_000;

interface Noted {
  readonly workspaceId: WorkspaceId;
  readonly agentKey: string;
  /** By our own clock that never jumps. */
  readonly at: number;
}

/** When agents were there, and their sessions that are alive, by agent key. */
export interface Attendance extends Sightings {
  readonly sessions: ReadonlyMap<string, number>;
}

/**
 * Keeps when each agent was there last: any request with its credential counts. One write an agent and 15 s at most, many
 * in one statement, and no request waits for it or fails by it.
 */
@Injectable()
export class PresenceService implements OnApplicationShutdown {
  /** When each agent was last noted to be written. */
  readonly #noted = new Map<string, number>();
  #due = new Map<string, Noted>();
  #writing = new Map<string, Noted>();
  #timer: NodeJS.Timeout | undefined;
  #lastWrite = Promise.resolve();

  constructor(
    private readonly presence: PresenceRepository,
    private readonly instances: InstancesRepository,
    private readonly transactor: Transactor,
    private readonly logger: Logger,
  ) {}

  /** The agent is there now; not kept of roles. */
  note({ workspaceId, agent, kind }: Identity): void {
    // `review#1` is somebody else on each board, and no roster lists it.
    if (kind === 'role') return;
    const key = agentKey(agent);
    const name = `${workspaceId}/${key}`;
    const at = performance.now();
    const before = this.#noted.get(name);
    if (before !== undefined && at - before < WRITE_EVERY_MS) return;
    if (this.#noted.size >= MAX_REMEMBERED) this.#noted.clear();
    this.#noted.set(name, at);
    this.#due.set(name, { workspaceId, agentKey: key, at });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#lastWrite = this.#lastWrite.then(() => this.#write());
    }, WRITE_AFTER_MS).unref();
  }

  /** As exact as they are kept: who goes on calling was there 15 s ago or later. One statement for each, for 1,000 agents. */
  async of(workspaceId: WorkspaceId, agents: readonly AgentName[]): Promise<Attendance> {
    // First: what is written meanwhile is then in one of the two.
    const unwritten = [...this.#writing.values(), ...this.#due.values()].filter(
      (noted) => noted.workspaceId === workspaceId,
    );
    const parts = await Promise.all(
      partsOf(agents.map(agentKey), AGENTS_PER_STATEMENT).map((keys) => this.#find(workspaceId, keys)),
    );
    const agoMs = new Map(parts.flatMap((part) => [...part.agoMs]));
    for (const { agentKey: key, at } of unwritten) agoMs.set(key, performance.now() - at);
    return {
      nowMs: parts[0]?.nowMs ?? 0,
      agoMs,
      sessions: new Map(parts.flatMap((part) => [...part.sessions])),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#lastWrite;
    await this.#write();
  }

  async #find(workspaceId: WorkspaceId, agentKeys: readonly string[]): Promise<Attendance> {
    const sightings = await this.presence.find(workspaceId, agentKeys);
    const sinceMs = sightings.nowMs - ALIVE_MS;
    return { ...sightings, sessions: await this.instances.countSince(workspaceId, agentKeys, sinceMs) };
  }

  /** A note that is lost is made again with the agent's next request. */
  async #write(): Promise<void> {
    if (this.#due.size === 0) return;
    this.#writing = this.#due;
    this.#due = new Map();
    try {
      await this.transactor.run((tx) => this.presence.save(tx, [...this.#writing.values()].map(sightingOf)));
    } catch (error) {
      for (const name of this.#writing.keys()) this.#noted.delete(name);
      this.logger.warn({ err: error }, 'when agents were there could not be noted');
    } finally {
      this.#writing = new Map();
    }
  }
}

const sightingOf = ({ at, ...agent }: Noted): Sighting => ({ ...agent, agoMs: performance.now() - at });
