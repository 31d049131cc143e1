import { describe, expect, it } from '@jest/globals';
import { agent, gistOf } from '../../../test/factories/gists.js';
import { gistsIn } from './gists-in.js';

const items = [2, 3, 5, 8].map((seq) => ({
  gist: gistOf({ seq, author: seq === 5 ? 'bob' : 'alice' }),
  bearings: [],
}));

describe('the gists of a span', () => {
  it.each<[string, number, number, readonly number[]]>([
    ['begin above it and end with it', 2, 8, [3, 8]],
    ['are all where it reaches beyond', 0, 99, [2, 3, 8]],
    ['are none below the first', 0, 1, []],
    ['are none above the last', 8, 99, []],
    ['are none between two', 5, 7, []],
    ['are never those of the agent', 3, 5, []],
  ])('%s', (_, after, upTo, seqs) => {
    expect(gistsIn(items, { after, upTo }, agent('bob')).map(({ gist }) => gist.seq)).toEqual(seqs);
  });

  it('are none of none', () => {
    expect(gistsIn([], { after: 0, upTo: 9 }, agent('bob'))).toEqual([]);
  });
});
