import { describe, expect, it } from '@jest/globals';
import { startOf } from './start-of.js';

const start = (lastEventId?: string, after?: string): number => startOf({ lastEventId, after }, 57);

describe('a stream begins', () => {
  it.each([
    ['at the head, where the client says nothing', undefined, undefined, 57],
    ['after the parameter', undefined, '12', 12],
    ['after the parameter as a label', undefined, 'G12', 12],
    ['before all entries', undefined, '0', 0],
    ['after the last event, whatever the parameter says', '40', '12', 40],
    ['after the head itself', '57', undefined, 57],
  ])('%s', (_, lastEventId, after, seq) => {
    expect(start(lastEventId, after)).toBe(seq);
  });

  it.each([
    ['58', undefined, 'Last-Event-ID'],
    [undefined, 'G58', 'after'],
    ['', undefined, 'Last-Event-ID'],
    ['-1', undefined, 'Last-Event-ID'],
    ['1e1', undefined, 'Last-Event-ID'],
    [undefined, 'head', 'after'],
  ])('nowhere for %j, %j, and says where the fault is', (lastEventId, after, path) => {
    expect(() => start(lastEventId, after)).toThrow(expect.objectContaining({ detail: expect.stringMatching(path) }));
  });
});
