import { describe, expect, it } from '@jest/globals';
import { workOf, workOfBody } from './work.js';

describe('the work that a request brings', () => {
  it.each<[string, Record<string, string>, number]>([
    ['no body', {}, 0],
    ['an empty body', { 'content-length': '0' }, 0],
    ['a length that is none', { 'content-length': 'many' }, 0],
    ['one byte', { 'content-length': '1' }, 1],
    ['one short note', { 'content-length': '200' }, 1],
    ['a byte less than 1 KiB', { 'content-length': '1023' }, 1],
    ['1 KiB', { 'content-length': '1024' }, 2],
    ['50 notes', { 'content-length': '5600' }, 6],
    ['as much as notes alone come to', { 'content-length': '32768' }, 33],
    ['a detail of 64 KiB, an eighth of it beyond', { 'content-length': '65536' }, 37],
    ['the largest body', { 'content-length': '1048576' }, 157],
    ['more than may be sent, which is refused anyway', { 'content-length': '99999999' }, 157],
    ['an undeclared length', { 'transfer-encoding': 'chunked' }, 17],
  ])('%s', (_, headers, units) => {
    expect(workOf(headers)).toBe(units);
  });

  it.each<[string, unknown, number]>([
    ['nothing', undefined, 1],
    ['no object', 'text', 1],
    ['an empty object', {}, 1],
    ['one note', { notes: [{}] }, 1],
    ['as many notes as fit beside the request itself', { notes: Array(7).fill({}) }, 1],
    ['one more', { notes: Array(8).fill({}) }, 2],
    ['the most notes', { notes: Array(100).fill({}) }, 13],
    ['a text of two KiB', { text: 'x'.repeat(2_048) }, 3],
  ])('of a parsed body: %s', (_, body, units) => {
    expect(workOfBody(body)).toBe(units);
  });
});
