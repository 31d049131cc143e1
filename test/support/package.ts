import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The package as users get it, installed in a folder that was empty. */
export interface InstalledPackage {
  /** Where it was installed. */
  readonly folder: string;
  /** An empty home, where nobody has any settings or data. */
  readonly home: string;
  /** Paths in the tarball, sorted. */
  readonly content: readonly string[];
  remove(): void;
}

/** Packs this checkout and installs the tarball. Takes a minute. */
export function installPackage(): InstalledPackage {
  const work = mkdtempSync(join(tmpdir(), 'gistboard-package-'));
  const newFolder = (name: string): string => {
    mkdirSync(join(work, name));
    return join(work, name);
  };
  const [packed, folder, home, prebuilds] = [
    newFolder('packed'),
    newFolder('app'),
    newFolder('home'),
    newFolder('prebuilds'),
  ];
  run('npm', ['pack', '--pack-destination', packed], ROOT, { HUSKY: '0' });
  const tarball = join(packed, readdirSync(packed).find((name) => name.endsWith('.tgz')) ?? '');
  packNativeModule(prebuilds);
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], folder, {
    npm_config_better_sqlite3_local_prebuilds: prebuilds,
  });
  const content = run('tar', ['tzf', tarball], work).trimEnd().split('\n').sort();
  return { folder, home, content, remove: () => rmSync(work, { recursive: true }) };
}

/** The native module that is built here, where its install script looks for one, so that it compiles nothing again. */
function packNativeModule(folder: string): void {
  const module = join(ROOT, 'node_modules', 'better-sqlite3');
  const { version } = JSON.parse(readFileSync(join(module, 'package.json'), 'utf8')) as { version: string };
  const platform = `${process.platform}-${process.arch}`;
  const name = `better-sqlite3-v${version}-node-v${process.versions.modules}-${platform}.tar.gz`;
  run('tar', ['czf', join(folder, name), '-C', module, 'build/Release/better_sqlite3.node'], folder);
}

/** Runs a program to its end and answers what it printed; throws all of that where it failed. */
export function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...outsideOfNpm(), ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** `npm test` tells its children about this checkout; an npm elsewhere must not hear of it. */
const outsideOfNpm = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD)/.test(name),
    ),
  );
