import { describe, expect, it } from '@jest/globals';
import { digestWith, NO_LINES } from '../../kernel/line-digest.js';
import { NOTHING_TAKEN, type Taken, takeLine } from './take-line.js';

const header = (head: number): string =>
  JSON.stringify({ format: 1, board: 'main', created_at: '2026-11-30T12:00:00.000Z', head });
const MEMBER = '{"member":"alice","source":"api","owner":true}';
const entry = (seq: number): string =>
  JSON.stringify({ seq, at: '2026-11-30T12:00:00.000Z', kind: 'gist', type: 'FACT', author: 'alice', content: 'x' });
const end = (lines: readonly string[], more: object = {}): string => {
  const digest = lines.reduce(digestWith, NO_LINES);
  const entries = lines.filter((line) => line.startsWith('{"seq"')).length;
  return JSON.stringify({
    end: true,
    members: lines.filter((line) => line === MEMBER).length,
    entries,
    digest,
    ...more,
  });
};
const takeAll = (lines: readonly string[]): Taken =>
  lines.reduce<Taken>((taken, line) => takeLine(taken, line).taken, NOTHING_TAKEN);

describe('a file', () => {
  const whole = [header(2), MEMBER, entry(1), entry(2)];

  it('is whole with its last line, and not before', () => {
    expect(takeAll(whole)).toMatchObject({ lines: 4, announced: 2, members: 1, entries: 2, isWhole: false });
    expect(takeAll([...whole, end(whole)])).toMatchObject({ lines: 5, isWhole: true });
    expect(takeAll([header(0), end([header(0)])])).toMatchObject({ entries: 0, isWhole: true });
  });

  it.each<[string, readonly string[], string]>([
    ['an entry first', [entry(1)], 'before the first line'],
    ['a member first', [MEMBER], 'before the first line'],
    ['the end first', [end([MEMBER])], 'before the first line'],
    ['two first lines', [header(2), header(2)], 'begins another'],
    ['a gap', [header(3), entry(1), entry(3)], 'is 3 where 2 must follow'],
    ['a repeat', [header(3), entry(1), entry(1)], 'is 1 where 2 must follow'],
    ['no entry 1', [header(3), entry(2)], 'is 2 where 1 must follow'],
    ['too many entries', [header(1), entry(1), entry(2)], 'beyond the 1'],
    ['too few entries', [header(2), entry(1), end([header(2), entry(1)])], '1 came; the first line announces 2'],
    ['another count of entries', [...whole, end(whole, { entries: 3 })], 'the last says 3'],
    ['another count of members', [...whole, end(whole, { members: 0 })], '1 came, and the last line says 0'],
    ['another digest', [...whole, end([...whole, 'x'], { entries: 2 })], 'does not fit'],
    ['a member late', [header(2), entry(1), MEMBER], 'behind the entries'],
    ['more', [...whole, end(whole), MEMBER], 'behind the last line'],
  ])('with %s is refused', (_, lines, message) => {
    expect(() => takeAll(lines)).toThrow(message);
    // It is the last line that is at fault.
    expect(() => takeAll(lines.slice(0, -1))).not.toThrow();
  });
});
