import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { KINDS_TEXT } from '../boards/roles/domain/artifact-kinds.js';
import { BOARD_SLUG } from '../kernel/names.js';
import { QueryInteger, Text, WholeNumber } from '../platform/http/fields.js';
import { MAX_ARTIFACT_BYTES } from './domain/content.js';
import { MEDIA_TYPES, type MediaType, SEVERITIES } from './domain/findings.js';

/** The kind of a path: `/board/{board}/artifacts/{kind}`. The `/` of an `extra/<key>` is written `%2F` there. */
export class ArtifactParams {
  @Text({ description: 'The board.', pattern: BOARD_SLUG, example: 'main' })
  board: string;

  @Text({ description: `The kind: ${KINDS_TEXT}. In a path \`extra%2F<key>\`.`, example: 'spec' })
  kind: string;
}

export class ReadArtifactQuery {
  @Text({
    description: 'Whose document of a kind that each of its writers has one of.',
    maxLength: 64,
    isOptional: true,
    example: 'review#2',
  })
  slot?: string;

  @QueryInteger({ description: 'Which version; default: the newest.', min: 1 })
  version?: number;

  @QueryInteger({ description: 'Begin at this byte.', min: 0, fallback: 0 })
  offset?: number;
}

/** One finding of a review: what `findings` as `application/json` are a list of. */
export class FindingDto {
  @ApiProperty({ description: 'How much it weighs.', enum: [...SEVERITIES], example: 'blocking' })
  severity: (typeof SEVERITIES)[number];

  @ApiProperty({ description: 'The file that it is about.', required: false, example: 'src/net/retry.ts' })
  file?: string;

  @ApiProperty({ description: 'The line, from 1.', type: 'integer', required: false, example: 41 })
  line?: number;

  @ApiProperty({ description: 'What is wrong, and why.', example: 'the last error is lost' })
  text: string;
}

@ApiExtraModels(FindingDto)
export class WriteArtifactDto {
  @Text({
    description: `The document: text of at most ${MAX_ARTIFACT_BYTES} bytes in UTF-8. It is kept as it is.`,
    example: '# Retry budget',
  })
  content: string;

  @Text({
    description: 'What it is; default: text/plain. JSON must be JSON, and findings a list of FindingDto.',
    values: MEDIA_TYPES,
    isOptional: true,
  })
  media_type?: MediaType;

  @WholeNumber({
    description: 'The version that you have seen; 0: none yet. Needed for task-list, which several write.',
    min: 0,
    isOptional: true,
  })
  if_version?: number;
}
