import { applyDecorators, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiResponse, getSchemaPath, ApiExtraModels } from '@nestjs/swagger';
import { groupBy } from '../../kernel/group-by.js';
import type { ProblemCode } from '../../kernel/problem.js';
import { ProblemDto } from './problem-document.js';
import { PROBLEM_TYPES } from './problem-types.js';

interface Documented {
  /** The operation's name in generated clients and as a tool. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly status?: number;
  readonly answer: Type | 'text';
  /** What a text route answers to `format=json`. */
  readonly json?: Type;
  readonly example: unknown;
  /** The refusals of this route beside those that every route has. */
  readonly problems?: readonly ProblemCode[];
  readonly isWrite?: boolean;
}

const EVERYWHERE: readonly ProblemCode[] = [
  'bad_request',
  'unauthenticated',
  'foreign_origin',
  'internal',
  'unavailable',
];
const ON_WRITES: readonly ProblemCode[] = ['twin_in_progress', 'too_large', 'key_reused'];

/** All that the OpenAPI document says of a route but its parameters, in one place. */
export function Documented(route: Documented): MethodDecorator {
  const { id, summary, description, status = 200, problems = [], isWrite = false } = route;
  const codes = [...EVERYWHERE, ...(isWrite ? ON_WRITES : []), ...problems];
  return applyDecorators(
    ApiOperation({ operationId: id, summary, ...(description === undefined ? {} : { description }) }),
    ApiExtraModels(ProblemDto, ...[route.answer, route.json].filter((type) => type !== 'text' && type !== undefined)),
    ApiResponse({ status, description: summary, content: contentOf(route) }),
    ...[...groupBy(codes, (code) => PROBLEM_TYPES[code].status)].map(([problemStatus, group]) =>
      ApiResponse({
        status: problemStatus,
        description: group.map((code) => `\`${code}\`: ${PROBLEM_TYPES[code].title}`).join('. '),
        content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
      }),
    ),
    ...(isWrite ? [idempotencyHeader()] : []),
  );
}

const contentOf = ({ answer, example, json }: Documented) =>
  answer === 'text'
    ? {
        'text/plain': { schema: { type: 'string' as const }, example },
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
