import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type CliRun, runCli } from './cli.js';

/** A user's home and a project in it, with nothing else of this machine. */
export class SetupPlace {
  readonly home = mkdtempSync(join(tmpdir(), 'gistboard-setup-'));
  readonly project = join(this.home, 'work', 'project');

  constructor() {
    mkdirSync(join(this.project, '.git'), { recursive: true });
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = this.project): Promise<CliRun> {
    return runCli(args, { env: { HOME: this.home, ...env }, cwd });
  }

  /** `path` from the home, as are those of the others here. */
  write(path: string, text: string, mode = 0o644): void {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8');
  }

  json(path: string): Record<string, unknown> {
    return JSON.parse(this.read(path)) as Record<string, unknown>;
  }

  modeOf(path: string): number {
    return statSync(join(this.home, path)).mode & 0o777;
  }

  /** Each file and folder, with what stands in it; the records of setup left out. */
  tree(): Readonly<Record<string, string>> {
    const found = readdirSync(this.home, { recursive: true, withFileTypes: true });
    const paths = found.map((entry) => join(entry.parentPath, entry.name));
    const shown = paths.filter((path) => !relative(this.home, path).startsWith('.local'));
    return Object.fromEntries(shown.sort().map((path) => [relative(this.home, path), contentOf(path)]));
  }

  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

function contentOf(path: string): string {
  if (lstatSync(path).isSymbolicLink() && !existsSync(path)) return 'a link to nothing';
  return statSync(path).isDirectory()
    ? 'a folder'
    : `${lstatSync(path).isSymbolicLink()} ${readFileSync(path, 'latin1')}`;
}
