const FIELD_START = /^\s*(files|idea|evidence|risk)\s*=/i;

/** The fields of a PATCH_SUMMARY, trimmed; undefined: missing or empty. */
export interface PatchFields {
  readonly files: string | undefined;
  readonly idea: string | undefined;
  readonly evidence: string | undefined;
  readonly risk: string | undefined;
}

/**
 * Reads `key=value` fields parted by `|`. A part without a known key belongs to the field before it, pipe included;
 * parts before the first field belong to none. The first non-empty value of a key wins.
 */
export function parsePatchFields(text: string): PatchFields {
  const values = new Map<string, string>();
  let key: string | undefined;
  let parts: string[] = [];
  const close = (): void => {
    // An empty first part must not leave the value beginning with a pipe.
    const value = (parts[0]?.trim() === '' ? parts.slice(1) : parts).join('|').trim();
    if (key !== undefined && value !== '' && !values.has(key)) values.set(key, value);
  };
  for (const part of text.split('|')) {
    const start = FIELD_START.exec(part);
    if (start === null) {
      parts.push(part);
      continue;
    }
    close();
    key = start[1]?.toLowerCase();
    parts = [part.slice(start[0].length)];
  }
  close();
  return {
    files: values.get('files'),
    idea: values.get('idea'),
    evidence: values.get('evidence'),
    risk: values.get('risk'),
  };
}
