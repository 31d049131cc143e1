import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** At most one poll of a session in this time. */
export const POLL_EVERY_MS = 5_000;

const FORGET_AFTER_MS = 7 * 24 * 3_600_000;
const MAX_REMEMBERED = 200;

/** Messages, as `board/label`, each with the lease that keeps it from being offered to others. */
export type HeldMessages = ReadonlyMap<string, string>;

/** Stands for what a hook may have leased whose time was up before it knew. */
export const UNKNOWN_MESSAGE = '*';

/**
 * What the hooks of one agent's session remember of each other: small files in the user's state folder. Where nothing
 * can be written there, nothing is remembered, and hooks show what they have all the same.
 */
export class SessionMemory {
  readonly #path: string;

  /** `session` tells apart who is served: the service, the agent, the client's session. */
  constructor(
    readonly folder: string,
    session: readonly string[],
  ) {
    const name = createHash('sha256').update(JSON.stringify(session)).digest('hex').slice(0, 32);
    this.#path = join(folder, name);
  }

  /** Whether it is time to poll again; only one of several hooks that ask at once is told so. */
  claimPoll(nowMs: number): boolean {
    if (!this.#hasFolder()) return true;
    const lock = `${this.#path}.lock`;
    if (!takeLock(lock, nowMs)) return false;
    try {
      const last = Number(read(`${this.#path}.poll`));
      // A clock that was put back must not keep it silent.
      if (nowMs >= last && nowMs - last < POLL_EVERY_MS) return false;
      this.#write('poll', String(nowMs));
      return true;
    } finally {
      rmSync(lock, { force: true });
    }
  }

  /** A view of everything is due, because the last time it could not be shown. */
  get isViewDue(): boolean {
    return read(`${this.#path}.due`) !== '';
  }

  rememberViewDue(isDue: boolean): void {
    if (isDue) this.#write('due', 'yes');
    else this.#drop('due');
  }

  /** The labels for which a turn went on already. */
  wentOnFor(): ReadonlySet<string> {
    return new Set(read(`${this.#path}.posts`).split('\n'));
  }

  rememberWentOnFor(labels: readonly string[]): void {
    const all = [...this.wentOnFor(), ...labels].filter((label) => label !== '');
    this.#write('posts', all.slice(-MAX_REMEMBERED).join('\n'));
  }

  /** Messages that a hook of this session leased and did not show. */
  held(): HeldMessages {
    const lines = read(`${this.#path}.held`).split('\n');
    return new Map(
      lines.flatMap((line): [string, string][] => {
        const [name = '', lease = ''] = line.split(' ');
        return name === '' ? [] : [[name, lease]];
      }),
    );
  }

  rememberHeld(held: HeldMessages): void {
    const lines = [...held].map(([name, lease]) => `${name} ${lease}`);
    if (lines.length === 0) this.#drop('held');
    else this.#write('held', lines.slice(-MAX_REMEMBERED).join('\n'));
  }

  /** Drops what sessions of last week remember. */
  forgetOld(nowMs: number): void {
    if (!this.#hasFolder()) return;
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      if (nowMs - changedAt(path) > FORGET_AFTER_MS) rmSync(path, { force: true });
    }
  }

  #drop(kind: 'due' | 'held'): void {
    if (this.#hasFolder()) rmSync(`${this.#path}.${kind}`, { force: true });
  }

  #write(kind: 'poll' | 'due' | 'posts' | 'held', text: string): void {
    if (this.#hasFolder()) writeFileSync(`${this.#path}.${kind}`, text, { mode: 0o600 });
  }

  /** Makes it where it is missing; false: nothing can be written there. */
  #hasFolder(): boolean {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      accessSync(this.folder, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }
}

/** A lock that was left behind is taken away, but not used: whoever comes next takes it. */
function takeLock(lock: string, nowMs: number): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    if (nowMs - changedAt(lock) > POLL_EVERY_MS) rmSync(lock, { force: true });
    return false;
  }
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
