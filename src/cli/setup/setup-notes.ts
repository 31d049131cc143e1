import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClientName } from '../clients.js';
import type { Scope } from './setup-options.js';

/** The top of the project that a folder is in: its git top level (a worktree's own), else the folder itself. */
export function projectFolder(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** What its user must still do, or know, for the client to heed what was written. */
export function notesFor(client: ClientName, scope: Scope): readonly string[] {
  const isProject = scope === 'project';
  const shared = isProject
    ? ['These files name the place of gistboard on this machine: who shares the project runs setup, too.']
    : [];
  return [...CLIENT_NOTES[client](isProject), ...shared];
}

const CLIENT_NOTES: Readonly<Record<ClientName, (isProject: boolean) => readonly string[]>> = {
  'claude-code': (isProject) => [
    'Start Claude Code again.',
    ...(isProject ? ['It asks once whether you trust the folder and its MCP server.'] : []),
  ],
  codex: (isProject) => [
    'Start Codex again. It runs no hook before you have looked at it: /hooks, then trust the four of gistboard.',
    ...(isProject ? ['It reads the .codex folder of trusted projects only.'] : []),
  ],
  gemini: (isProject) => [
    'Start Gemini CLI again.',
    ...(isProject
      ? [
          'It reads the .gemini folder of trusted folders only. It heeds no policy of a project, so the rules are in your own folder.',
        ]
      : []),
  ],
};
