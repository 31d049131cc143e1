import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Problem } from '../../kernel/problem.js';
import { PRODUCT_SLUG } from '../../kernel/product.js';
import { PROBLEM_TYPES } from './problem-types.js';

const MAX_ERRORS = 20;

export class ProblemErrorDto {
  @ApiProperty({ description: 'The place in the request, as in `notes.0.content`.', example: 'notes.0.content' })
  path: string;

  @ApiProperty({ description: 'What is wrong there and what to do.', example: 'must be a string' })
  message: string;
}

/** An RFC 9457 problem document. */
export class ProblemDto {
  @ApiProperty({
    description: 'A URI that names the kind of problem.',
    example: `urn:${PRODUCT_SLUG}:problem:bad_request`,
  })
  type: string;

  @ApiProperty({ description: 'The kind of problem in words.', example: PROBLEM_TYPES.bad_request.title })
  title: string;

  @ApiProperty({ description: 'The HTTP status.', example: 400 })
  status: number;

  @ApiProperty({
    description: 'What was wrong with this request, and what to do.',
    example: 'notes.0.content: must be a string',
  })
  detail: string;

  @ApiProperty({ description: 'The path that was asked for.', example: '/board/main/write' })
  instance: string;

  @ApiProperty({
    description: 'The kind of problem, for programs.',
    enum: Object.keys(PROBLEM_TYPES),
    example: 'bad_request',
  })
  code: string;

  @ApiPropertyOptional({ description: 'Each wrong place; at most 20.', type: [ProblemErrorDto] })
  errors?: ProblemErrorDto[];

  @ApiProperty({ description: 'Names this request in the log.', example: '0f8b6f0e-6b1e-4f0e-9f55-0b8a2f2f6d11' })
  requestId: string;
}

/** The part of a problem document that does not depend on the request: what a stored refusal keeps. */
export function problemBody(problem: Problem): Readonly<Record<string, unknown>> & { readonly status: number } {
  const { status, title } = PROBLEM_TYPES[problem.code];
  return {
    type: `urn:${PRODUCT_SLUG}:problem:${problem.code}`,
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    ...(problem.extras.errors === undefined ? {} : { errors: problem.extras.errors.slice(0, MAX_ERRORS) }),
    ...problem.extras.members,
  };
}

/** The whole document, as it answers this request. */
export const problemDocument = (problem: Problem, request: Request): Readonly<Record<string, unknown>> => ({
  ...problemBody(problem),
  instance: request.originalUrl.split('?', 1)[0] ?? '',
  requestId: request.requestId,
});
