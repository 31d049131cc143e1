import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import { BOARD_SLUG } from '../kernel/names.js';

const MAX_BOARDS = 500;

const isSeq = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function isSeqByBoard(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= MAX_BOARDS && entries.every(([slug, seq]) => BOARD_SLUG.test(slug) && isSeq(seq));
}

/** An object from board names to seqs, such as `{"main": 57}`. */
export function SeqByBoard(options: {
  readonly description: string;
  readonly example: Readonly<Record<string, number>>;
  readonly isOptional?: boolean;
}): PropertyDecorator {
  const required = options.isOptional !== true;
  const message = 'must be an object from board names to whole numbers, such as {"main": 57}';
  return applyDecorators(
    ApiProperty({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0 },
      description: options.description,
      example: options.example,
      ...(required ? {} : { required: false }),
    } as unknown as ApiPropertyOptions),
    ...(required ? [] : [ValidateIf((_, value: unknown) => value !== undefined)]),
    ValidateBy({ name: 'seqByBoard', validator: { validate: isSeqByBoard, defaultMessage: () => message } }),
  );
}
