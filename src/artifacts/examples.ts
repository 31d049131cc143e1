/** What the OpenAPI document shows. */
const PLACE = { board: 'main', head: 57 };
const DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const LINE = {
  ...{ kind: 'spec', slot: null, version: 2, bytes: 4_096, media_type: 'text/plain', role: 'orchestrator' },
  ...{ author: 'orchestrator', at: '2026-11-30T13:05:07.123Z', stale: false, label: 'G57' },
};
const DOCUMENT = { ...LINE, digest: DIGEST, newest: 2, inputs: [], content: '# Retry budget' };

export const INDEX = {
  ...PLACE,
  items: [LINE],
  unreadable: ['research'],
  reads: ['spec', 'diff'],
  writes: ['findings'],
};

export const ANSWER = { ...PLACE, kind: 'spec', state: 'written', artifact: DOCUMENT };

export const ALL = {
  ...{ ...PLACE, kind: 'findings', left_out: [] },
  items: [{ ...DOCUMENT, kind: 'findings', slot: 'review#2', role: 'review', author: 'review#2' }],
};

export const WRITTEN = {
  ...{ ...PLACE, label: 'G57', kind: 'spec', slot: null, version: 2, bytes: 4_096, digest: DIGEST, inputs: [] },
};
