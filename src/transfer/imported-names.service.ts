import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentsRepository } from '../auth/agents.repository.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { ImportedEntriesRepository } from '../journal/imported-entries.repository.js';
import type { AgentName, WorkspaceId } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import type { FileLine } from './domain/file-line.js';

/** How names of an import are read. */
interface NamesContext {
  readonly workspaceId: WorkspaceId;
  /** Names of roles: no agents of the workspace. */
  readonly contributors: ReadonlySet<string>;
}

/** Names of agents in an import: messages reach an agent by the spelling that its workspace knows. */
@Injectable()
export class ImportedNamesService {
  constructor(
    private readonly entries: ImportedEntriesRepository,
    private readonly agents: AgentsRepository,
  ) {}

  /** The lines with the names of agents as the workspace knows them. */
  async spelt(
    tx: EntityManager,
    lines: readonly FileLine[],
    { workspaceId, contributors }: NamesContext,
  ): Promise<readonly FileLine[]> {
    const names = lines.flatMap((line) =>
      line.kind === 'entry' ? [line.entry.author, line.entry.recipient ?? []] : [],
    );
    const known = await this.agents.spellings(tx, workspaceId, names.flat());
    const spell = (name: AgentName): AgentName =>
      isContributor(name, contributors) ? name : (known.get(agentKey(name)) ?? name);
    return lines.map((line) => {
      if (line.kind !== 'entry') return line;
      const { author, recipient, kind } = line.entry;
      const entry = {
        ...line.entry,
        author: kind === 'artifact' ? author : spell(author),
        recipient: recipient === null ? null : spell(recipient),
      };
      return { ...line, entry };
    });
  }

  /** Makes the names of a whole board known. Throws `bad_import` where one of them is spelt otherwise by now. */
  async register(
    tx: EntityManager,
    board: BoardRef,
    { workspaceId, contributors, members }: NamesContext & { readonly members: readonly string[] },
  ): Promise<void> {
    const names = (await this.entries.names(tx, board)).filter((name) => !isContributor(name, contributors));
    const known = await this.agents.registerAll(tx, workspaceId, [...names, ...members]);
    const other = names.find((name) => known.get(agentKey(name)) !== name);
    if (other === undefined) return;
    const detail = `The file spells ${other} in two ways, or the name was taken meanwhile. Nothing of it was kept.`;
    throw new Problem('bad_import', detail);
  }
}

/** A name of the form that roles alone have is none of the workspace's either, whoever declared it. */
const isContributor = (name: string, contributors: ReadonlySet<string>): boolean =>
  contributors.has(name) || name.includes('#');
