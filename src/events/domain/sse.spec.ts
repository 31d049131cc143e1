import { describe, expect, it } from '@jest/globals';
import { HEARTBEAT, sseText } from './sse.js';

describe('an event', () => {
  it.each([
    [{ id: 57, data: { label: 'G57' } }, 'id: 57\ndata: {"label":"G57"}\n\n'],
    [
      { id: 0, name: 'head', retryMs: 2_000, data: { head: 0 } },
      'event: head\nretry: 2000\nid: 0\ndata: {"head":0}\n\n',
    ],
  ])('of %j is sent with its id', (event, text) => {
    expect(sseText(event)).toBe(text);
  });

  it('stays one event, whatever its text holds', () => {
    const content = 'one\ntwo\r\n\r\nid: 99\ndata: forged\u2028\u0000';
    const text = sseText({ id: 1, data: { content } });
    expect(text.split('\n')).toHaveLength(4);
    expect(text).not.toContain('\r');
    expect(JSON.parse(text.split('\n')[1]?.slice('data: '.length) ?? '')).toEqual({ content });
  });
});

it('a heartbeat is a comment, which no client takes for an event', () => {
  expect(HEARTBEAT).toMatch(/^:[^\n]*\n\n$/);
});
