import { describe, expect, it } from '@jest/globals';
import { entryOf, gistOf } from '../../../test/factories/gists.js';
import { applyEntries, bearingsOf } from './related-gist.js';

describe('gists after later entries', () => {
  it('carry what bears on them, in order, and are followed by the new ones', () => {
    const known = [
      { gist: gistOf({ seq: 1 }), bearings: [{ seq: 2, relation: 'invalidates' as const }] },
      { gist: gistOf({ seq: 3 }), bearings: [] },
    ];
    const later = { ...gistOf({ seq: 4 }), refs: [{ seq: 1, relation: 'supersedes' as const }] };
    const entries = [later, entryOf(5, 'post', []), entryOf(6, 'redaction', [{ seq: 4, relation: 'redacts' }])];
    expect(applyEntries(known, entries)).toEqual([
      {
        gist: known[0]?.gist,
        bearings: [
          { seq: 2, relation: 'invalidates' },
          { seq: 4, relation: 'supersedes' },
        ],
      },
      known[1],
      { gist: later, bearings: [{ seq: 6, relation: 'redacts' }] },
    ]);
  });

  it('stay as they are where nothing bears on them', () => {
    const known = [{ gist: gistOf({ seq: 1 }), bearings: [] }];
    expect(applyEntries(known, [entryOf(2, 'post', [])])).toEqual(known);
  });
});

describe('bearings', () => {
  it('are gathered by the entry borne on, in the order of the later ones', () => {
    const entries = [
      entryOf(5, 'release', [{ seq: 2, relation: 'releases' }]),
      entryOf(7, 'gist', [
        { seq: 2, relation: 'supersedes' },
        { seq: 4, relation: 'supersedes' },
      ]),
    ];
    expect([...bearingsOf(entries)]).toEqual([
      [
        2,
        [
          { seq: 5, relation: 'releases' },
          { seq: 7, relation: 'supersedes' },
        ],
      ],
      [4, [{ seq: 7, relation: 'supersedes' }]],
    ]);
  });
});
