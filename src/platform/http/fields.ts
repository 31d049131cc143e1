import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInstance,
  IsInt,
  IsNumber,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

// One decorator a concept, for validation and the OpenAPI document at once: a limit stands in one place, and a field
// can't be checked and not documented, or the other way round.

interface FieldBase {
  readonly description: string;
  readonly example?: unknown;
  readonly isOptional?: boolean;
}

interface TextField extends FieldBase {
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  /** What to say where the pattern does not match. */
  readonly form?: string;
  readonly values?: readonly string[];
}

interface NumberField extends FieldBase {
  readonly min?: number;
  readonly max?: number;
  readonly fallback?: number;
}

interface TextListBounds {
  readonly min: number;
  readonly max: number;
  /** Of each text. */
  readonly maxLength: number;
}

/** A property that must be given (and not null) unless optional; then absent and null are not the same. */
function field(
  options: FieldBase,
  schema: ApiPropertyOptions,
  checks: readonly PropertyDecorator[],
): PropertyDecorator {
  const required = options.isOptional !== true;
  const { description, example } = options;
  const documented = { ...schema, description, required, ...(example === undefined ? {} : { example }) };
  return applyDecorators(
    ApiProperty(documented as ApiPropertyOptions),
    ...(required ? [] : [ValidateIf((_, value: unknown) => value !== undefined)]),
    ...checks,
  );
}

export function Text(options: TextField): PropertyDecorator {
  const { maxLength, pattern, form, values } = options;
  const checks = [IsString({ message: 'must be a string' })];
  if (maxLength !== undefined)
    checks.push(MaxLength(maxLength, { message: `must be at most ${maxLength} characters` }));
  if (pattern !== undefined) checks.push(Matches(pattern, { message: form ?? `must match ${pattern.source}` }));
  if (values !== undefined) checks.push(IsIn([...values], { message: `must be one of ${values.join(', ')}` }));
  const schema = {
    type: 'string',
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...(values === undefined ? {} : { enum: [...values] }),
  };
  return field(options, schema as ApiPropertyOptions, checks);
}

/** A number of a JSON body whose value is judged later. */
export const AnyNumber = (options: NumberField): PropertyDecorator =>
  field(options, rangeOf('number', options), [IsNumber({}, { message: 'must be a number' })]);

export const Flag = (options: FieldBase): PropertyDecorator =>
  field(options, { type: 'boolean' }, [IsBoolean({ message: 'must be true or false' })]);

/** A whole number of a JSON body. */
export const WholeNumber = (options: NumberField): PropertyDecorator =>
  field(options, rangeOf('integer', options), [IsInt({ message: rangeText(options) }), ...rangeChecks(options)]);

/** A list of texts of a JSON body. */
export const TextList = (
  options: FieldBase & Pick<TextField, 'pattern' | 'form'> & TextListBounds,
): PropertyDecorator => {
  const { min, max, maxLength, pattern, form } = options;
  const items = { type: 'string', maxLength, ...(pattern === undefined ? {} : { pattern: pattern.source }) };
  return field(options, { type: 'array', items, minItems: min, maxItems: max } as ApiPropertyOptions, [
    IsArray({ message: 'must be a list' }),
    ArrayMinSize(min, { message: `must hold at least ${min}` }),
    ArrayMaxSize(max, { message: `must hold at most ${max}` }),
    IsString({ each: true, message: 'must hold strings only' }),
    MaxLength(maxLength, { each: true, message: `must hold strings of at most ${maxLength} characters` }),
    ...(pattern === undefined
      ? []
      : [Matches(pattern, { each: true, message: form ?? `must match ${pattern.source}` })]),
  ]);
};

/** Any JSON value, null too; the class gets it as it came. Its size is judged later. */
export const AnyJson = (options: FieldBase): PropertyDecorator =>
  // An empty `allOf` element allows everything: the library gives no schema without a type otherwise.
  field(options, { allOf: [{}] } as ApiPropertyOptions, [
    ValidateBy({
      name: 'anyJson',
      validator: { validate: (value) => value !== undefined, defaultMessage: () => 'must be given; null removes' },
    }),
  ]);

/** A text or a JSON object; the class gets it as it came. Its size is judged later. */
export const TextOrObject = (options: FieldBase): PropertyDecorator =>
  field(
    options,
    { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] } as ApiPropertyOptions,
    [
      ValidateBy({
        name: 'textOrObject',
        validator: {
          validate: (value) => typeof value === 'string' || (value instanceof Object && !Array.isArray(value)),
          defaultMessage: () => 'must be a string or an object',
        },
      }),
    ],
  );

/** A whole number of a query string: digits only, so neither `1e2` nor ` 5` is one. */
export const QueryInteger = (options: NumberField): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    field({ ...options, isOptional: true }, rangeOf('integer', options), [
      IsInt({ message: rangeText(options) }),
      ...rangeChecks(options),
    ]),
  );

/** Text values of a query string that may repeat: `type=FACT&type=FAIL`. */
export const QueryList = (options: TextField): PropertyDecorator => {
  const { values, pattern, form } = options;
  const checks = [IsArray(), ArrayMaxSize(20), IsString({ each: true, message: 'must be text' })];
  if (values !== undefined)
    checks.push(IsIn([...values], { each: true, message: `must be one of ${values.join(', ')}` }));
  if (pattern !== undefined)
    checks.push(Matches(pattern, { each: true, message: form ?? `must match ${pattern.source}` }));
  const item = { type: 'string', ...(values === undefined ? {} : { enum: [...values] }) };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value)),
    field({ ...options, isOptional: true }, { type: 'array', items: item } as ApiPropertyOptions, checks),
  );
};

/** A list of nested DTOs; an element that is no object is refused, which `ValidateNested` alone lets through. */
export function NestedList(
  element: () => new () => object,
  options: FieldBase & { readonly min: number; readonly max: number },
): PropertyDecorator {
  // The library takes a function for lazy only if its name is `type`.
  const schema = { type: () => element(), isArray: true, minItems: options.min, maxItems: options.max };
  return applyDecorators(
    Type(element),
    field(options, schema as ApiPropertyOptions, [
      IsArray({ message: 'must be a list' }),
      ArrayMinSize(options.min, { message: `must hold at least ${options.min}` }),
      ArrayMaxSize(options.max, { message: `must hold at most ${options.max}` }),
      (target, key) => IsInstance(element(), { each: true, message: 'must be an object' })(target, String(key)),
      ValidateNested({ each: true }),
    ]),
  );
}

const rangeOf = (type: 'integer' | 'number', { min, max, fallback }: NumberField): ApiPropertyOptions =>
  ({
    type,
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }) as ApiPropertyOptions;

const rangeText = ({ min, max }: NumberField): string =>
  `must be a whole number from ${min ?? 0} to ${max ?? 999_999_999}`;

const rangeChecks = (options: NumberField): readonly PropertyDecorator[] => [
  ...(options.min === undefined ? [] : [Min(options.min, { message: rangeText(options) })]),
  ...(options.max === undefined ? [] : [Max(options.max, { message: rangeText(options) })]),
];
