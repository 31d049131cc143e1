import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  getSchemaPath,
  ApiExtraModels,
} from '@nestjs/swagger';
import { groupBy } from '../../kernel/group-by.js';
import { Problem, type ProblemCode } from '../../kernel/problem.js';
import { problemBody, ProblemDto } from './problem-document.js';
import { PROBLEM_TYPES } from './problem-types.js';

interface Documented {
  /** The operation's name in generated clients and as a tool. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly status?: number;
  readonly answer: Type | 'text';
  /** What kind of text; default: `text/plain`. */
  readonly media?: string;
  /** What a text route answers to `format=json`. */
  readonly json?: Type;
  readonly example: unknown;
  /** The refusals of this route beside those that every route has. */
  readonly problems?: readonly ProblemCode[];
  readonly isWrite?: boolean;
  /** Asks for no credential. */
  readonly isOpen?: boolean;
  readonly body?: Type;
  /** Bodies to begin with, by what they show. */
  readonly bodies?: Readonly<Record<string, unknown>>;
  /** Further statuses of success. */
  readonly also?: Readonly<Record<number, string>>;
}

const EVERYWHERE: readonly ProblemCode[] = [
  'bad_request',
  'unauthenticated',
  'foreign_origin',
  'too_many_requests',
  'internal',
  'unavailable',
  'overloaded',
];
const ON_WRITES: readonly ProblemCode[] = ['twin_in_progress', 'too_large', 'unsupported_media_type', 'key_reused'];

/** All that the OpenAPI document says of a route but its parameters, in one place. */
export function Documented(route: Documented): MethodDecorator {
  const { id, summary, description, status = 200, problems = [], isWrite = false, isOpen = false } = route;
  const codes = [...new Set([...EVERYWHERE, ...(isWrite ? ON_WRITES : []), ...problems])];
  return applyDecorators(
    ApiOperation({
      operationId: id,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(isOpen ? { security: [] } : {}),
    }),
    ApiExtraModels(ProblemDto, ...[route.answer, route.json].filter((type) => type !== 'text' && type !== undefined)),
    ApiResponse({ status, description: summary, content: contentOf(route) }),
    ...Object.entries(route.also ?? {}).map(([other, meaning]) =>
      ApiResponse({ status: Number(other), description: meaning, content: contentOf(route) }),
    ),
    ...(route.body === undefined ? [] : [bodyOf(route.body, route.bodies ?? {})]),
    ...[...groupBy(codes, (code) => PROBLEM_TYPES[code].status)].map(([problemStatus, group]) =>
      ApiResponse({
        status: problemStatus,
        description: group.map((code) => `\`${code}\`: ${PROBLEM_TYPES[code].title}`).join('. '),
        content: {
          'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) }, examples: examplesOf(group) },
        },
      }),
    ),
    ...(isWrite ? [idempotencyHeader()] : []),
  );
}

const contentOf = ({ answer, example, json, media = 'text/plain' }: Documented) =>
  answer === 'text'
    ? {
        [media]: { schema: { type: 'string' as const }, example },
        ...(json === undefined ? {} : { 'application/json': { schema: { $ref: getSchemaPath(json) } } }),
      }
    : { 'application/json': { schema: { $ref: getSchemaPath(answer) }, example } };

const idempotencyHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes the write happen once however often it is sent: 1-128 printable ASCII characters, new for each write. The same key and request get the stored answer for 24 h.',
    schema: { type: 'string', maxLength: 128 },
  });

/** The board of a path; the membership guard turns it into the right to use it. */
export const BoardParam = (): MethodDecorator & ClassDecorator =>
  ApiParam({ name: 'board', type: 'string', description: 'The name of the board.', example: 'main' });

const examplesOf = (codes: readonly ProblemCode[]) =>
  Object.fromEntries(
    codes.map((code) => {
      const body = problemBody(new Problem(code, 'What was wrong with this request, where, and what to do.'));
      return [code, { value: { ...body, instance: '/...', requestId: '0f8b6f0e-6b1e-4f0e-9f55-0b8a2f2f6d11' } }];
    }),
  );

const bodyOf = (type: Type, bodies: Readonly<Record<string, unknown>>): MethodDecorator =>
  ApiBody({ type, examples: Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }])) });
