import { describe, expect, it } from '@jest/globals';
import { TooLongLine } from './too-long-line.js';

function idOf(line: string, cut = line.length) {
  const scan = new TooLongLine();
  const bytes = Buffer.from(line);
  for (let at = 0; at < bytes.length; at += cut) scan.push(bytes.subarray(at, at + cut));
  return scan.requestId;
}

describe('of a line that is too long, whose request it is', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":8}}', 7],
    ['{"method":"tools/call","params":{"id":8,"a":[{"id":9}]},"jsonrpc":"2.0","id":7}', 7],
    ['{ "method" : "m" , "id" : "a-7" }', 'a-7'],
    ['{"id":0,"method":"m"}', 0],
    ['{"params":{"text":"{\\"id\\":8,\\\\"},"id":7,"method":"m"}', 7],
    ['{"params":{"text":"\\"id\\":8"},"method":"m"}', undefined],
    ['{"id":7,"result":{"method":"m"}}', undefined],
    ['{"method":"m"}', undefined],
    ['[{"id":7,"method":"m"}]', undefined],
    ['{"id":7.5,"method":"m"}', undefined],
    ['{"id":null,"method":"m"}', undefined],
    ['{"id":{"id":7},"method":"m"}', undefined],
    [`{"id":"${'x'.repeat(300)}","method":"m"}`, undefined],
    ['no JSON at all ]]}} "', undefined],
  ])('%s: %j', (line, id) => {
    expect(idOf(line)).toBe(id);
    expect(idOf(line, 1)).toBe(id);
  });
});
