/** A note as the service takes it. */
export interface NoteArgument {
  readonly type: string;
  readonly content: string;
}

/**
 * The notes of a command line. `FACT it rains` is one note in words of its own; `'FACT it rains' 'FAIL it snows'` is a
 * note each. What a type is, the service says.
 */
export function notesOf(words: readonly string[]): readonly NoteArgument[] {
  const [first = ''] = words;
  const texts = /\s/.test(first.trim()) ? words : [words.join(' ')];
  return texts.map(noteOf);
}

function noteOf(text: string): NoteArgument {
  const [, type = '', content = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  return { type, content };
}
