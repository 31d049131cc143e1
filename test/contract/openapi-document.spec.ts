import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { openApiDocument } from '../../src/openapi.js';
import { faultsOf, isObject, type JsonSchema, resolveRef } from '../support/json-schema.js';
import { createUnopenedApp } from '../support/unopened-app.js';

interface Media {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

interface Operation {
  /** `get /board/{board}`. */
  readonly name: string;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: JsonSchema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
}

let app: INestApplication;
let document: ReturnType<typeof openApiDocument>;
let operations: readonly Operation[];
let schemas: readonly (readonly [string, JsonSchema])[];

beforeAll(async () => {
  app = await createUnopenedApp();
  // As a client reads it: without what JSON leaves out.
  document = JSON.parse(JSON.stringify(openApiDocument(app))) as typeof document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as unknown as Operation),
      name: `${method} ${path}`,
      path,
    })),
  );
  schemas = Object.entries(document.components?.schemas ?? {}) as unknown as typeof schemas;
});
afterAll(() => app.close());

/** Every object inside the document, with its place. */
function* objectsIn(value: unknown, place = '#'): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (isObject(value)) yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) yield* objectsIn(child, `${place}/${name}`);
}

const namesWhere = (isFault: (operation: Operation) => boolean): readonly string[] =>
  operations.filter(isFault).map(({ name }) => name);
const granted = ({ responses }: Operation) => Object.entries(responses).filter(([status]) => status.startsWith('2'));
const refused = ({ responses }: Operation) => Object.entries(responses).filter(([status]) => /^[45]/.test(status));

describe('the OpenAPI document', () => {
  it('is one of 3.1, with what every document has', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'Gistboard', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(operations.length).toBeGreaterThan(15);
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/'))).toEqual([]);
  });

  it('has no reference that leads nowhere', () => {
    const refs = [...objectsIn(document)].flatMap(([place, { $ref }]) =>
      $ref === undefined ? [] : [[place, $ref] as const],
    );
    expect(refs.length).toBeGreaterThan(100);
    for (const [, ref] of refs) expect(isObject(resolveRef(document, String(ref)))).toBe(true);
  });

  it('has no word of OpenAPI 3.0 that 3.1 does not know', () => {
    const old = [...objectsIn(document.components?.schemas), ...objectsIn(document.paths)].filter(
      ([place, value]) =>
        !/\/(examples?|properties)$/.test(place) &&
        ('nullable' in value || typeof value.exclusiveMinimum === 'boolean'),
    );
    expect(old.map(([place]) => place)).toEqual([]);
  });

  it('secures operations by schemes that it has', () => {
    const schemes = Object.keys(document.components?.securitySchemes ?? {});
    expect(schemes.sort()).toEqual(['agent', 'bearer']);
    expect((document.security ?? []).flatMap((each) => Object.keys(each)).sort()).toEqual(schemes);
  });
});

describe('every operation', () => {
  it('has an id of its own, a summary and a tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => id === undefined || !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(namesWhere(({ summary = '' }) => summary === '')).toEqual([]);
    expect(namesWhere(({ tags = [] }) => tags.length === 0)).toEqual([]);
  });

  it('says what it answers, by a schema and an example', () => {
    expect(namesWhere((operation) => granted(operation).length === 0)).toEqual([]);
    const media = operations.flatMap((operation) =>
      granted(operation).flatMap(([status, { content }]) =>
        Object.entries(content ?? {}).map(([type, { schema, example }]) => ({
          place: `${operation.name} ${status} ${type}`,
          isTold: schema !== undefined && (example !== undefined || type !== Object.keys(content ?? {})[0]),
        })),
      ),
    );
    expect(media.length).toBeGreaterThanOrEqual(operations.length);
    expect(media.filter(({ isTold }) => !isTold)).toEqual([]);
  });

  it('says how it refuses, by a problem document', () => {
    expect(namesWhere((operation) => refused(operation).length === 0)).toEqual([]);
    const others = operations.flatMap((operation) =>
      refused(operation).flatMap(([status, { content, description }]) => {
        const schema = content?.['application/problem+json']?.schema;
        const isProblem = schema?.$ref === '#/components/schemas/ProblemDto' && /^`[a-z_]+`: /.test(description);
        return isProblem ? [] : [`${operation.name} ${status}`];
      }),
    );
    expect(others).toEqual([]);
  });

  it('that writes takes an Idempotency-Key, and no other does', () => {
    const takesKey = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'Idempotency-Key');
    // To confirm twice is to confirm once: a cursor never goes back. Lines that were taken are skipped.
    const repeatable =
      /^post \/(snapshot\/ack|board\/\{board\}\/inbox\/ack|shown\/\{agent\}|imports\/\{import\}\/lines)$|^delete \/imports\/\{import\}$/;
    const isWrite = ({ name }: Operation): boolean => !name.startsWith('get ') && !repeatable.test(name);
    expect(namesWhere((operation) => takesKey(operation) !== isWrite(operation))).toEqual([]);
  });

  it('declares the parameters of its path, once each, and describes all that it has', () => {
    for (const { name, path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect([name, declared.map((each) => each.name).sort()]).toEqual([name, inPath.sort()]);
      expect(declared.every(({ required }) => required === true)).toBe(true);
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(parameters.filter(({ schema, description = '' }) => schema === undefined || description === '')).toEqual(
        [],
      );
    }
  });

  it('has examples that its schemas allow', () => {
    const media = operations.flatMap(({ name, requestBody, responses }) =>
      [['body', requestBody] as const, ...Object.entries(responses)].flatMap(([place, holder]) =>
        Object.entries(holder?.content ?? {}).map(([type, each]) => ({ place: `${name} ${place} ${type}`, ...each })),
      ),
    );
    const faults = media.flatMap(({ place, schema, example }) =>
      schema === undefined || example === undefined ? [] : faultsOf(document, schema, example, place),
    );
    expect(faults).toEqual([]);
  });
});

describe('every schema', () => {
  it('of an object is closed, but that of problems, which have members of their own', () => {
    const open = schemas.filter(([, schema]) => schema.type !== 'object' || schema.additionalProperties !== false);
    expect(open.map(([name]) => name)).toEqual(['ProblemDto']);
  });

  it('is used, or published for what texts hold', () => {
    const text = JSON.stringify(document);
    const unused = schemas.filter(([name]) => !text.includes(`"#/components/schemas/${name}"`));
    // What documents hold that say they are JSON: text to the routes.
    expect(unused.map(([name]) => name)).toEqual(['FindingDto']);
  });

  it('requires only what it has, and describes all of it', () => {
    for (const [name, schema] of schemas) {
      const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
      expect([name, Object.keys(properties)]).toEqual([
        name,
        expect.arrayContaining([...((schema.required ?? []) as string[])]),
      ]);
      const silent = Object.entries(properties).filter(([, { description = '' }]) => description === '');
      expect([name, silent]).toEqual([name, []]);
    }
  });

  it('has examples that it allows', () => {
    const faults = schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Readonly<Record<string, JsonSchema>>).flatMap(([property, schema]) =>
        schema.example === undefined ? [] : faultsOf(document, schema, schema.example, `${name}.${property}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('of a note has no author: who wrote it comes from the credential', () => {
    const write = schemas.find(([name]) => name === 'NoteDto')?.[1].properties as object;
    expect(Object.keys(write)).not.toContain('author');
  });
});
