import type { OpenAPIObject } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type { Tool } from './tool.js';

type Json = Readonly<Record<string, unknown>>;
type ObjectSchema = Json & { readonly type: 'object' };

/** A tool as `tools/list` and tools.json tell it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** What a tool's DTO classes are in the finished OpenAPI document, as JSON Schema that stands alone. */
export function definitionOf(tool: Tool, document: OpenAPIObject): ToolDefinition {
  const { name, title, description, isReadOnly, isIdempotent, answer } = tool;
  return {
    name,
    title,
    description,
    inputSchema: tool.isOfBoard ? schemaOf(tool.args, document, { isDescribed: true }) : NOTHING,
    // Programs read answers, and the OpenAPI document describes them: a model should not pay for it.
    ...(answer === undefined ? {} : { outputSchema: schemaOf(answer, document, { isDescribed: false }) }),
    annotations: {
      readOnlyHint: isReadOnly,
      ...(isReadOnly ? {} : { destructiveHint: false, idempotentHint: isIdempotent }),
      openWorldHint: false,
    },
  };
}

const NOTHING: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };
const REF = '#/components/schemas/';

function schemaOf(type: Type, document: OpenAPIObject, options: { readonly isDescribed: boolean }): ObjectSchema {
  const schemas: Readonly<Record<string, unknown>> = document.components?.schemas ?? {};
  const needed = new Map<string, unknown>();
  const dropped = new Set(options.isDescribed ? ['example'] : ['example', 'description']);
  const portable = (value: unknown, isNameMap = false): unknown => {
    if (Array.isArray(value)) return value.map((each) => portable(each));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => isNameMap || !dropped.has(key));
    return Object.fromEntries(
      entries.map(([key, child]) =>
        key === '$ref' ? [key, refTo(String(child))] : [key, portable(child, key === 'properties')],
      ),
    );
  };
  const refTo = (ref: string): string => {
    const name = ref.slice(REF.length);
    if (!needed.has(name)) {
      needed.set(name, undefined);
      needed.set(name, portable(schemas[name]));
    }
    return `#/$defs/${name}`;
  };
  const root = portable(schemas[type.name]);
  if (!isObjectSchema(root)) throw new Error(`${type.name} is no object`);
  return needed.size === 0 ? root : { ...root, $defs: Object.fromEntries(needed) };
}

const isObjectSchema = (value: unknown): value is ObjectSchema =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
