import { AGENT_NAME } from '../../kernel/names.js';
import { LONGEST_LEASE_S } from './domain/lease.js';
import { Text, TextList, WholeNumber } from '../../platform/http/fields.js';

export const MAX_RESOURCES = 50;
export const MAX_INTENT = 300;
const LONGEST_RESOURCE = 1_024;
export const DEFAULT_LEASE_S = 900;

const Resources = (): PropertyDecorator =>
  TextList({
    description: 'Paths from the top of the repository, globs of them (*, **, ?), or task:<name>.',
    min: 1,
    max: MAX_RESOURCES,
    maxLength: LONGEST_RESOURCE,
    example: ['src/net/retry.ts', 'task:release'],
  });

const LeaseSeconds = (): PropertyDecorator =>
  WholeNumber({
    description: `How long it holds, in seconds from now; ${DEFAULT_LEASE_S} unless said. 0: touched, not holding.`,
    min: 0,
    max: LONGEST_LEASE_S,
    isOptional: true,
    example: 900,
  });

export class ClaimDto {
  @Resources()
  resources: string[];

  @LeaseSeconds()
  lease_s?: number;

  @Text({ description: 'What for; others see it.', maxLength: MAX_INTENT, isOptional: true, example: 'cap the delay' })
  intent?: string;
}

export class RenewDto {
  @LeaseSeconds()
  lease_s?: number;
}

export class BreakDto {
  @Text({ description: 'Why, for the holder and the record.', maxLength: 500, example: 'its session is gone' })
  reason: string;
}

export class ReleaseLeaseDto {
  @Text({ description: 'How the work ended.', values: ['done', 'released', 'handoff'], example: 'done' })
  outcome: 'done' | 'released' | 'handoff';

  @Text({
    description: 'handoff only: who goes on with it; gets a message.',
    pattern: AGENT_NAME,
    form: 'must be an agent name',
    isOptional: true,
    example: 'bob',
  })
  to?: string;

  @Text({ description: 'What others should know.', maxLength: 1_000, isOptional: true })
  note?: string;

  @WholeNumber({
    description: 'The fence that you were given: another one is refused.',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    isOptional: true,
    example: 57,
  })
  fence?: number;
}

export class ReleaseResourcesDto extends ReleaseLeaseDto {
  @Resources()
  resources: string[];
}

export class CheckQuery {
  @Text({
    description: 'A file, by its path from the top of the repository.',
    maxLength: LONGEST_RESOURCE,
    example: 'src/net/retry.ts',
  })
  path: string;
}
