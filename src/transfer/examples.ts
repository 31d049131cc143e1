/** What the OpenAPI document shows. */
export const EXPORT = [
  '{"format":1,"board":"main","created_at":"2026-11-30T13:05:07.123Z","head":1}',
  '{"member":"alice","source":"api","owner":true}',
  '{"seq":1,"at":"2026-11-30T13:05:07.123Z","kind":"gist","type":"FACT","author":"alice","content":"retry budget lives in src/net/retry.ts"}',
  '{"end":true,"members":1,"entries":1,"digest":"<64 hex digits>"}',
  '',
].join('\n');

export const IMPORT = {
  import: '5f2c8f0e6b1e4f0e9f550b8a2f2f6d11',
  board: 'main',
  done: false,
  lines: 0,
  entries: 0,
  announced: null,
};

export const WHOLE_IMPORT = { ...IMPORT, done: true, lines: 4, entries: 1, announced: 1 };
