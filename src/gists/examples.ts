/** What the OpenAPI document shows; a test compares the shapes with real answers. */
export const ENTRY = {
  label: 'G41',
  kind: 'gist',
  type: 'FACT',
  author: 'alice',
  to: null,
  delegation_id: 'w7',
  content: 'retry budget lives in src/net/retry.ts',
  at: '2026-11-30T13:05:07.123Z',
  status: 'live',
  has_detail: true,
};

export const WRITE_ANSWER = {
  board: 'main',
  head: 41,
  results: [
    { index: 0, status: 'admitted', label: 'G41' },
    {
      index: 1,
      status: 'rejected',
      code: 'placeholder_evidence',
      message: '"TBD" is no evidence. Write the command and its result, as in evidence=npm test: 12 passed',
    },
  ],
};

export const LIVE_VIEW = `FINDINGS
G41 FACT alice/w7 2026-11-30 13:05 retry budget lives in src/net/retry.ts ⊕
CLAIMS
G60 CLAIM bob/w2 2026-11-30 13:05 until 14:05 fixing src/net/retry.ts
head 60: findings 1, fails 0, patches 0, claims 1`;

export const WRITE_BODIES = {
  notes: {
    delegation_id: 'w7',
    notes: [
      { type: 'FACT', content: 'retry budget lives in src/net/retry.ts', detail: 'src/net/retry.ts:40 RetryBudget' },
      { type: 'CLAIM', content: 'fixing src/net/retry.ts', ttl_s: 3600 },
    ],
  },
  text: { text: 'FACT retry budget lives in src/net/retry.ts\nFAIL test_retry times out on CI' },
};
