import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type INestApplication, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import { createUnopenedApp } from '../support/unopened-app.js';

interface RouteArgument {
  /** `POST board/:board/write body`. */
  readonly place: string;
  /** What the pipe is told to validate; after an `import type` it is Object or Function. */
  readonly type: unknown;
}

const VALIDATED: Readonly<Record<number, string>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'params',
};

type Class = abstract new (...parts: never[]) => object;
const meta = (key: string, target: object, property?: string): unknown =>
  property === undefined ? Reflect.getMetadata(key, target) : Reflect.getMetadata(key, target, property);

function controllersOf(app: INestApplication): readonly Class[] {
  const modules = [...app.get(ModulesContainer).values()];
  return modules.flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as unknown as Class),
  );
}

function routesOf(controller: Class): readonly { readonly name: string; readonly handler: string }[] {
  const prototype = controller.prototype as Readonly<Record<string, unknown>>;
  return Object.getOwnPropertyNames(prototype).flatMap((handler) => {
    const method = prototype[handler];
    if (typeof method !== 'function' || meta(PATH_METADATA, method) === undefined) return [];
    const verb = RequestMethod[meta(METHOD_METADATA, method) as number];
    const path = [meta(PATH_METADATA, controller), meta(PATH_METADATA, method)].map((part) => String(part)).join('/');
    return [{ name: `${verb} ${path}`, handler }];
  });
}

/** All whole objects that a controller's routes take from a request. */
function argumentsOf(controller: Class): readonly RouteArgument[] {
  return routesOf(controller).flatMap(({ name, handler }) => {
    const types = (meta('design:paramtypes', controller.prototype as object, handler) ?? []) as readonly unknown[];
    const declared = (meta(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Readonly<
      Record<string, { readonly index: number; readonly data?: unknown }>
    >;
    return Object.entries(declared).flatMap(([key, { index }]) => {
      const kind = VALIDATED[Number(key.split(':')[0])];
      return kind === undefined ? [] : [{ place: `${name} ${kind}`, type: types[index] }];
    });
  });
}

const isValidated = (type: unknown): boolean =>
  typeof type === 'function' && getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;

describe('every route', () => {
  let app: INestApplication;
  let controllers: readonly Class[];
  beforeAll(async () => {
    app = await createUnopenedApp();
    controllers = controllersOf(app);
  });
  afterAll(() => app.close());

  it('is seen here', () => {
    const names = controllers.flatMap(routesOf).map(({ name }) => name);
    expect(names).toContain('POST board/:board/write');
    expect(names).toContain('DELETE tokens/:id');
    expect(controllers.flatMap(argumentsOf).map(({ place }) => place)).toEqual(
      expect.arrayContaining([
        'POST board/:board/write body',
        'GET board/:board/read query',
        'DELETE tokens/:id params',
      ]),
    );
  });

  it('takes bodies, queries and parameters by a class that says what they hold', () => {
    const open = controllers.flatMap(argumentsOf).filter(({ type }) => !isValidated(type));
    expect(open).toEqual([]);
  });
});
