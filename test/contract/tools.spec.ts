import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { INestApplication } from '@nestjs/common';
import { TOOLSETS } from '../../src/mcp/domain/toolsets.js';
import { type ToolCatalogue, ToolsService } from '../../src/mcp/tools.service.js';
import { faultsOf, isObject } from '../support/json-schema.js';
import { createUnopenedApp } from '../support/unopened-app.js';

let app: INestApplication;
let catalogue: ToolCatalogue;
beforeAll(async () => {
  app = await createUnopenedApp();
  // As a client reads it.
  catalogue = JSON.parse(JSON.stringify(app.get(ToolsService).catalogue)) as ToolCatalogue;
});
afterAll(() => app.close());

/** Every object inside a value. */
function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (isObject(value)) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) yield* objectsIn(child);
}

const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

describe('the definitions of tools', () => {
  it('of the default set cost a model less than 3,000 tokens, of all sets less than 6,000', () => {
    expect(
      tokensOf({
        tools: app.get(ToolsService).definitions(['board', 'core'], { isStructured: false, scope: undefined }),
      }),
    ).toBeLessThan(3_000);
    expect(
      tokensOf({ tools: app.get(ToolsService).definitions(TOOLSETS, { isStructured: false, scope: undefined }) }),
    ).toBeLessThan(6_000);
  });

  it('are what tools.json says', () => {
    expect(JSON.parse(readFileSync(join(import.meta.dirname, '../../tools.json'), 'utf8'))).toEqual(catalogue);
  });

  it('name each tool once, each in one toolset', () => {
    const names = catalogue.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(catalogue.toolsets.flatMap(({ tools }) => tools).toSorted()).toEqual(names.toSorted());
  });

  it('are closed, refer to nothing outside and hold no word of OpenAPI', () => {
    const definitions = app.get(ToolsService).definitions(TOOLSETS, { isStructured: true, scope: undefined });
    for (const { name, inputSchema, outputSchema } of definitions) {
      for (const schema of [inputSchema, ...(outputSchema === undefined ? [] : [outputSchema])]) {
        for (const object of objectsIn(schema)) {
          // What names no property is somebody's own JSON.
          if (isObject(object.properties)) expect([name, object.additionalProperties]).toEqual([name, false]);
          if (typeof object.$ref === 'string')
            expect(faultsOf(schema, { $ref: object.$ref }, {})).toEqual(expect.any(Array));
          expect(Object.keys(object)).not.toContain('example');
        }
        expect(() => fromJsonSchema(schema)).not.toThrow();
      }
    }
  });

  it('describe every argument', () => {
    for (const { name, inputSchema } of catalogue.tools) {
      for (const [argument, schema] of Object.entries(inputSchema.properties as object))
        expect([name, argument, schema]).toEqual([
          name,
          argument,
          expect.objectContaining({ description: expect.stringMatching(/.../) }),
        ]);
    }
  });

  it('mark as reading what changes nothing of a board', () => {
    const reading = catalogue.tools.filter(({ annotations }) => annotations.readOnlyHint);
    expect(reading.map(({ name }) => name)).toEqual([
      ...['board_read', 'board_grep', 'board_unfold', 'inbox', 'whoami', 'guide', 'facts', 'plan', 'tasks'],
      ...['roster', 'wait', 'files', 'artifact_index', 'artifact_read', 'artifact_read_all'],
    ]);
    for (const { annotations } of catalogue.tools) expect(annotations.openWorldHint).toBe(false);
  });
});
