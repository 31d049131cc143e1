import { WorkspacesRepository } from '../auth/workspaces.repository.js';
import { AgentsRepository } from '../auth/agents.repository.js';
import { Clock } from '../kernel/clock.js';
import { agentKey } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { ConfigError } from '../platform/config/config-error.js';
import type { Config } from '../platform/config/env.js';
import type { Database } from '../platform/database/database.js';
import { Transactor } from '../platform/database/transactor.js';
import type { Logger } from '../platform/observability/logger.js';
import { BoardsRepository } from './boards.repository.js';
import { ANY_AGENT } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';

interface SeedParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Makes the `default` workspace, the boards that the configuration names and their members; takes away memberships that
 * an earlier configuration gave and this one does not. Those made by API stay. Runs under the migration lock.
 */
export async function seedBoards(config: Pick<Config, 'members'>, parts: SeedParts): Promise<void> {
  const { database, clock, logger } = parts;
  const transactor = new Transactor(database);
  const agents = new AgentsRepository(database, transactor, clock);
  const boards = new BoardsRepository(database);
  const members = new MembersRepository(database, clock);
  await transactor.run(async (tx) => {
    const workspaceId = await new WorkspacesRepository(database).ensureDefault(tx, clock.now());
    for (const configured of await members.listConfigured(tx)) {
      const named = config.members.get(configured.slug) ?? [];
      if (named.some((agent) => agentKey(agent) === configured.agentKey)) continue;
      await members.remove(tx, configured.boardId, configured.agentKey);
      logger.warn(
        { board: configured.slug, agent: configured.agentKey },
        'no longer named in BOARD_MEMBERS_JSON: removed',
      );
    }
    for (const [slug, names] of config.members) {
      const board = await boards.bySlug(tx, workspaceId, slug);
      if (board === undefined) {
        const { id } = await boards.insert(tx, workspaceId, slug, clock.now());
        const named = names.filter((agent) => agent !== ANY_AGENT);
        await agents.registerAll(tx, workspaceId, named);
        const rows = names.map((agent) => ({ agentKey: agentKey(agent), source: 'config' as const, isOwner: false }));
        await members.insertAll(tx, id, rows);
        continue;
      }
      for (const agent of names) {
        if (agent !== ANY_AGENT) await agents.register(tx, workspaceId, agent);
        await members.add(tx, board.id, { agent, source: 'config', isOwner: false }).catch(refusedIn(slug));
      }
    }
  });
}

/** Why a name can't be a member's, and what whoever starts the service does about it. */
const refusedIn =
  (slug: string) =>
  (error: unknown): never => {
    if (!(error instanceof Problem)) throw error;
    throw new ConfigError('BOARD_MEMBERS_JSON', `"${slug}": ${error.detail} Take it out there, or name another agent.`);
  };
