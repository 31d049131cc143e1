import { ApiProperty } from '@nestjs/swagger';
import { AnyNumber, Flag, NestedList, Text } from '../platform/http/fields.js';
import { NOTE_TYPES } from './domain/note-types.js';

const WORK_LABEL_TEXT = "Which piece of its author's work it belongs to: 1-64 of A-Z a-z 0-9 . _ : / # -";
export class NoteDto {
  @Text({ description: `One of ${NOTE_TYPES.join(', ')}, in any case.`, example: 'FACT' })
  type: string;

  @Text({
    description:
      'The note: one line of at most 100 characters, 300 for a PATCH_SUMMARY (`files=... | idea=... | evidence=... | risk=...`). Longer text is cut, and kept whole as the detail.',
    example: 'retry budget lives in src/net/retry.ts',
  })
  content: string;

  @Text({ description: 'Long text behind the note, at most 64 KiB; fetched by unfolding its label.', isOptional: true })
  detail?: string;

  @Text({ description: WORK_LABEL_TEXT, example: 'w7', isOptional: true })
  delegation_id?: string;

  @AnyNumber({ description: 'CLAIM only: seconds that it lives, 1-86,400.', example: 3600, isOptional: true })
  ttl_s?: number;

  @Flag({ description: 'PATCH_SUMMARY only: done; yields only to a FAIL that names it.', isOptional: true })
  final?: boolean;

  @Text({ description: 'FAIL only: the label of the PATCH_SUMMARY that it refutes.', example: 'G52', isOptional: true })
  invalidates?: string;
}

export class WriteDto {
  @NestedList(() => NoteDto, { description: 'The notes; or give `text`.', min: 1, max: 100, isOptional: true })
  notes?: NoteDto[];

  @Text({
    description: 'Instead of `notes`: a block of text, one note a line, each beginning with its type.',
    example: 'FACT retry budget lives in src/net/retry.ts\nFAIL test_retry times out on CI',
    isOptional: true,
  })
  text?: string;

  @Text({ description: `${WORK_LABEL_TEXT}. For all notes that name none.`, example: 'w7', isOptional: true })
  delegation_id?: string;
}

export class WriteResultDto {
  @ApiProperty({ description: 'Which note of the request, from 0.', type: 'integer', example: 0 })
  index: number;

  @ApiProperty({ description: 'What became of it.', enum: ['admitted', 'ignored', 'rejected'], example: 'admitted' })
  status: string;

  @ApiProperty({ description: 'Admitted: its label.', required: false, example: 'G41' })
  label?: string;

  @ApiProperty({ description: 'Admitted: its text was cut; the whole of it is its detail.', required: false })
  truncated?: boolean;

  @ApiProperty({ description: 'Admitted: what its author should know.', required: false, type: [String] })
  warnings?: string[];

  @ApiProperty({ description: 'Not admitted: why, for programs.', required: false, example: 'placeholder_evidence' })
  code?: string;

  @ApiProperty({ description: 'Not admitted: why, and what to write instead.', required: false })
  message?: string;

  @ApiProperty({
    description: "CLAIM: labels of other agents' live claims that share a name with it.",
    required: false,
    type: [String],
    example: ['G60'],
  })
  overlaps?: string[];
}

export class WriteAnswerDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry after this write.", type: 'integer', example: 57 })
  head: number;

  @ApiProperty({ description: 'One for each note, in the order given.', type: [WriteResultDto] })
  results: WriteResultDto[];

  @ApiProperty({
    description: 'How many lines of `text` were headings or blank. Absent: none.',
    type: 'integer',
    required: false,
  })
  skipped?: number;
}
