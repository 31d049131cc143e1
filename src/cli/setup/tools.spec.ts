import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { NEVER_APPROVED_TOOLS, READ_TOOLS, WRITE_TOOLS } from './tools.js';

interface Catalogue {
  readonly tools: readonly { readonly name: string; readonly annotations: { readonly readOnlyHint: boolean } }[];
}

it('the tools that setup approves are those of tools.json, and read where they say so', () => {
  const { tools } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../tools.json'), 'utf8')) as Catalogue;
  const names = (isRead: boolean) =>
    tools.filter(({ annotations }) => annotations.readOnlyHint === isRead).map(({ name }) => name);
  expect([...READ_TOOLS].sort()).toEqual(names(true).sort());
  expect([...WRITE_TOOLS, ...NEVER_APPROVED_TOOLS].sort()).toEqual(names(false).sort());
});
