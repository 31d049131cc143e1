/** Bytes of UTF-8: file systems take 255, and some of ours is added while a file is written. */
export const MAX_FILE_NAME_BYTES = 200;

// Written as escapes and classes: most of these are invisible.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
/** Spaces that look like the usual one and are not it. */
const OTHER_SPACE = /(?! )\p{Zs}/u;
/** What parts paths or means something to a shell or to Windows. */
const RESERVED_CHARACTER = /[/\\:*?"<>|]/;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** A file's name as every system can have it, or what is wrong with the one that was given. */
export type FileName =
  { readonly isPlain: true; readonly name: string } | { readonly isPlain: false; readonly fault: string };

/**
 * Checks a plain file name and puts it into NFC. It names a file in some folder and nothing else: no path, no hidden
 * file, no option of a command, no device, nothing that a reader can't see or that turns its order round.
 */
export function fileNameOf(text: string): FileName {
  // Composing may shorten it, but never that much; and what is longer need not be looked at.
  if (text.length > 4 * MAX_FILE_NAME_BYTES) return wrong(TOO_LONG);
  const name = text.normalize('NFC');
  if (name === '') return wrong('is empty');
  if (!name.isWellFormed() || INVISIBLE.test(name)) return wrong('holds control, direction or invisible characters');
  if (OTHER_SPACE.test(name)) return wrong('holds a space that is not the usual one');
  if (RESERVED_CHARACTER.test(name)) return wrong('holds one of / \\ : * ? " < > |; give a name, not a path');
  if (/^[.~ -]/.test(name)) return wrong('begins with ".", "-", "~" or a space');
  if (/[. ]$/.test(name)) return wrong('ends with "." or a space');
  if (DEVICE.test(name)) return wrong('is the name of a device on Windows');
  if (bytesOf(name) > MAX_FILE_NAME_BYTES) return wrong(TOO_LONG);
  return { isPlain: true, name };
}

const TOO_LONG = `is longer than ${MAX_FILE_NAME_BYTES} bytes in UTF-8`;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const wrong = (fault: string): FileName => ({ isPlain: false, fault });
