import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage, IsInt, IsString } from 'class-validator';
import { rememberRules } from './validation-rules.js';

class Note {
  @IsString() text: string;
}

class LongNote extends Note {
  @IsInt() length: number;
}

class Draft {
  @IsInt({ groups: ['sent'] }) length: number;
}

type Storage = ReturnType<typeof getMetadataStorage>;

/** A storage of its own over the same classes. */
const copyOf = (storage: Storage): Storage => Object.create(storage) as Storage;
const rulesOf = (storage: Storage, target: unknown, groups?: string[]): readonly unknown[] =>
  storage.getTargetValidationMetadatas(target as never, '', false, false, groups);

describe('rememberRules', () => {
  const plain = getMetadataStorage();
  const remembering = copyOf(plain);
  rememberRules(remembering);

  it.each([Note, LongNote, Draft, Object])('finds for %p what the library finds, each time', (target) => {
    expect(rulesOf(remembering, target)).toEqual(rulesOf(plain, target));
    expect(rulesOf(remembering, target)).toEqual(rulesOf(plain, target));
  });

  it('looks once for a class', () => {
    expect(rulesOf(remembering, LongNote)).toBe(rulesOf(remembering, LongNote));
    expect(rulesOf(remembering, LongNote)).toHaveLength(2);
  });

  it('keeps nothing where groups choose', () => {
    expect(rulesOf(remembering, Draft, ['sent'])).toHaveLength(1);
    expect(rulesOf(remembering, Draft, ['kept'])).toHaveLength(0);
  });
});
