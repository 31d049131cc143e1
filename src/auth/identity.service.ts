import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AgentName } from '../kernel/ids.js';
import { agentKey, isReservedName } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';
import { AgentsRepository } from './agents.repository.js';
import { type CredentialHeaders, credentialOf } from './domain/credential.js';
import type { Identity } from './domain/identity.js';
import { secretDigest } from './secret.js';
import { TokensRepository } from './tokens.repository.js';
import { WorkspacesRepository } from './workspaces.repository.js';

/** Turns a request's credential into who is calling. The only place that does. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly settings: Settings,
    private readonly agents: AgentsRepository,
    private readonly tokens: TokensRepository,
    private readonly workspaces: WorkspacesRepository,
  ) {}

  /** Throws `unauthenticated`, `bad_request` or `reserved_name`. */
  async identify(headers: CredentialHeaders): Promise<Identity> {
    const credential = credentialOf(headers, this.settings.auth);
    return credential.kind === 'bearer' ? this.#ofToken(credential.token) : this.#ofName(credential.name);
  }

  /** For what goes on after its request was let in, such as a wait: throws `unauthenticated` once the token has ended. */
  async requireStill({ tokenId }: Identity): Promise<void> {
    if (tokenId !== undefined && !(await this.tokens.isAlive(tokenId))) throw ended();
  }

  async #ofName(name: string): Promise<Identity> {
    if (isReservedName(name)) {
      const message = `"${name}" is a reserved name. Call yourself something else.`;
      throw new Problem('reserved_name', message, { errors: [{ path: 'X-Agent', message }] });
    }
    const workspaceId = await this.workspaces.defaultId();
    if (agentKey(name) === agentKey(this.settings.operator)) return this.#operator();
    return { workspaceId, agent: await this.agents.canonical(workspaceId, name), kind: 'member' };
  }

  async #ofToken(token: string): Promise<Identity> {
    const digest = secretDigest(token);
    const own = this.settings.operatorTokenDigest;
    if (own !== null && timingSafeEqual(own, digest)) return this.#operator();
    const identity = await this.tokens.identityOf(digest);
    if (identity === undefined) throw ended();
    return identity;
  }

  async #operator(): Promise<Identity> {
    return {
      workspaceId: await this.workspaces.defaultId(),
      agent: this.settings.operator as AgentName,
      kind: 'operator',
    };
  }
}

const ended = (): Problem =>
  new Problem('unauthenticated', 'This token is not known, or it has ended. Ask who gave it to you for another.');
