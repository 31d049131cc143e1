import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * What tells a process from a later one with the same id: when it started and its command. Undefined where there is no
 * such process, it has ended and nobody has looked, or this system does not say.
 */
export function processMark(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? markOnLinux(pid) : markByPs(pid);
  } catch {
    return undefined;
  }
}

function markOnLinux(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces and brackets itself; state is the first field after it, start the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return `${fields[19] ?? ''} ${command}`.trim();
}

function markByPs(pid: number): string | undefined {
  const mark = execFileSync('ps', ['-o', 'lstart=', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return mark === '' ? undefined : mark;
}
