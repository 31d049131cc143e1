import { expect, it } from '@jest/globals';
import { digestWith, NO_LINES } from '../../kernel/line-digest.js';
import { checkLine, type ExportCheck, NOTHING_CHECKED } from './check-export.js';

const LINES = ['{"format":1,"board":"main","created_at":"x","head":2}', '{"member":"*"}', '{"seq":1}', '{"seq":2}'];
const END = JSON.stringify({ end: true, members: 1, entries: 2, digest: LINES.reduce(digestWith, NO_LINES) });
const check = (lines: readonly string[]): ExportCheck => lines.reduce(checkLine, NOTHING_CHECKED);

it('an export is whole with the last line that fits, and only then', () => {
  expect(check([...LINES, END])).toMatchObject({ announced: 2, entries: 2, isWhole: true });
  expect(check(LINES).isWhole).toBe(false);
  expect(check([...LINES.slice(0, -1), END]).isWhole).toBe(false);
  expect(check([...LINES.slice(0, -1), '{"seq":2,"content":"changed"}', END]).isWhole).toBe(false);
  expect(check([]).isWhole).toBe(false);
});
