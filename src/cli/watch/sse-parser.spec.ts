import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ReceivedEvent, SseParser } from './sse-parser.js';

const parse = (...pieces: readonly string[]): readonly ReceivedEvent[] => {
  const parser = new SseParser();
  return pieces.flatMap((piece) => parser.push(piece));
};

describe('a stream of events', () => {
  it.each<[string, string, readonly ReceivedEvent[]]>([
    ['an event with an id', 'id: 7\ndata: {"a":1}\n\n', [{ id: '7', name: 'message', data: '{"a":1}' }]],
    ['a name and a pause', 'event: head\nretry: 10\nid: 0\ndata: x\n\n', [{ id: '0', name: 'head', data: 'x' }]],
    ['comments', ': heartbeat\n\n:\n\n', []],
    ['data of two lines', 'data: one\ndata: two\n\n', [{ id: '', name: 'message', data: 'one\ntwo' }]],
    ['one space only', 'data:  two\n\n', [{ id: '', name: 'message', data: ' two' }]],
    ['no space', 'data:x\n\n', [{ id: '', name: 'message', data: 'x' }]],
    [
      'carriage returns',
      'id: 1\r\ndata: x\r\n\r\nid: 2\rdata: y\r\rdata',
      [
        { id: '1', name: 'message', data: 'x' },
        { id: '2', name: 'message', data: 'y' },
      ],
    ],
    ['an event that is cut off', 'id: 1\ndata: x\n', []],
    ['an id without data, which stays', 'id: 5\n\ndata: x\n\n', [{ id: '5', name: 'message', data: 'x' }]],
    ['unknown fields', 'x: y\nz\ndata: x\n\n', [{ id: '', name: 'message', data: 'x' }]],
  ])('with %s', (_, text, events) => {
    expect(parse(text)).toEqual(events);
  });

  it('is given up where a line has no end', () => {
    const parser = new SseParser();
    parser.push(`data: ${'x'.repeat(1_000_000)}`);
    expect(() => parser.push('x'.repeat(100_000))).toThrow('over 1048576 characters');
  });

  it('gives the same events wherever it is cut', () => {
    const text = 'event: head\r\nid: 0\r\ndata: {}\r\n\r\n: beat\n\nid: 1\ndata: é\ndata: b\n\nid: 2\rdata: c\r\r\n';
    const whole = parse(text);
    expect(whole).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), text.length];
        const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(parse(...pieces)).toEqual(whole);
      }),
    );
  });
});
