/** A schema of an OpenAPI 3.1 document, as far as ours use the language. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What `$ref` names in the document; throws where it names nothing. */
export function resolveRef(document: object, ref: string): unknown {
  const [root, ...steps] = ref.split('/');
  if (root !== '#' || steps.length === 0) throw new Error(`${ref} is no place in the document`);
  const target = steps.reduce<unknown>(
    (at, step) => (isObject(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    document,
  );
  if (target === undefined) throw new Error(`${ref} names nothing`);
  return target;
}

type Check = (bound: never, value: never, schema: JsonSchema) => boolean;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** Keywords that concern the value itself; `false` is a fault. Absent bounds and other types are no concern of theirs. */
const CHECKS: Readonly<Record<string, Check>> = {
  type: (types: string | readonly string[], value: unknown) =>
    [types].flat().some((type) => TYPES[type]?.(value) === true),
  enum: (values: readonly unknown[], value: unknown) => values.includes(value),
  pattern: (pattern: string, value: unknown) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  maxLength: (length: number, value: unknown) => typeof value !== 'string' || [...value].length <= length,
  minItems: (count: number, value: unknown) => !Array.isArray(value) || value.length >= count,
  maxItems: (count: number, value: unknown) => !Array.isArray(value) || value.length <= count,
  minimum: (bound: number, value: unknown) => typeof value !== 'number' || value >= bound,
  maximum: (bound: number, value: unknown) => typeof value !== 'number' || value <= bound,
  required: (names: readonly string[], value: unknown) => !isObject(value) || names.every((name) => name in value),
  additionalProperties: (isAllowed: boolean, value: unknown, { properties = {} }: JsonSchema) =>
    isAllowed || !isObject(value) || Object.keys(value).every((name) => name in (properties as object)),
};

/** Keywords that say something to people alone. */
const WORDS = new Set(['description', 'example', 'default', 'title', 'format', 'deprecated']);

/** Every place at which the value is not what the schema says; throws on a keyword that is not known here. */
export function faultsOf(document: object, schema: JsonSchema, value: unknown, path = '$'): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, bound]): readonly string[] => {
    if (WORDS.has(keyword)) return [];
    switch (keyword) {
      case '$ref':
        return faultsOf(document, resolveRef(document, String(bound)) as JsonSchema, value, path);
      case 'allOf':
        return (bound as readonly JsonSchema[]).flatMap((each) => faultsOf(document, each, value, path));
      case 'anyOf': {
        const isAllowed = (each: JsonSchema): boolean => faultsOf(document, each, value, path).length === 0;
        return (bound as readonly JsonSchema[]).some(isAllowed) ? [] : [`${path}: none of anyOf`];
      }
      case 'items':
        return !Array.isArray(value)
          ? []
          : value.flatMap((item, index) => faultsOf(document, bound as JsonSchema, item, `${path}.${index}`));
      case 'properties':
        return !isObject(value)
          ? []
          : Object.entries(bound as Readonly<Record<string, JsonSchema>>).flatMap(([name, property]) =>
              name in value ? faultsOf(document, property, value[name], `${path}.${name}`) : [],
            );
    }
    const check = CHECKS[keyword];
    if (check === undefined) throw new Error(`${path}: "${keyword}" is no keyword that is known here`);
    return check(bound as never, value as never, schema) ? [] : [`${path}: ${keyword} ${JSON.stringify(bound)}`];
  });
}
