import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: BoardClient;
beforeAll(async () => {
  service = await startService();
  alice = (await openBoard(service))('alice');
});
afterAll(() => service.close());

const patchOf = (evidence: string): string => `files=src/a.ts | idea=cap it | evidence=${evidence}`;

describe('evidence of a patch', () => {
  it.each([
    'TBD',
    '(tbd)',
    'ran x, TBD',
    '\u200Btbd',
    'untested',
    'N/A - cannot run',
    'it should work now',
    'Tests not run because CI is down',
    "haven't tested",
    'pending-review',
    '**TODO**',
    '',
  ])('is refused where it is a placeholder: %j', async (evidence) => {
    const { status, problem } = await alice.write([{ type: 'PATCH_SUMMARY', content: patchOf(evidence) }]);
    expect(status).toBe(422);
    expect(problem.results).toEqual([
      { index: 0, status: 'rejected', code: 'placeholder_evidence', message: expect.stringContaining('12 passed') },
    ]);
  });

  it('is refused where there is none at all', async () => {
    const { problem } = await alice.write([{ type: 'PATCH_SUMMARY', content: 'files=src/a.ts | idea=cap it' }]);
    expect(problem.results?.[0]?.code).toBe('placeholder_evidence');
  });

  it('is judged on the whole text: a `pending` that straddles the cap is found', async () => {
    const start = `${patchOf('')}ran ${'x'.repeat(400)}`.slice(0, 296);
    const content = `${start}, pending, see`;
    expect(content.length).toBe(310);
    expect(content.slice(0, 300).endsWith(', pe')).toBe(true);
    const { problem } = await alice.write([{ type: 'PATCH_SUMMARY', content }]);
    expect(problem.results?.[0]).toMatchObject({
      code: 'placeholder_evidence',
      message: expect.stringContaining('"pending"'),
    });
  });

  it.each([
    patchOf('pending-queue test PASSED'),
    patchOf('todo.spec.ts: 4 passed'),
    patchOf('not reproduced any more, exit 0'),
    patchOf('None returned for empty input'),
    patchOf('unknown host error no longer raised'),
    'files=a.ts | idea=x | evidence = ran t PASSED',
    patchOf('a | b passed'),
    patchOf('was pending review; now 3 passed'),
    'FILES = a.ts | Idea= x | evidence= | EVIDENCE=exit 0',
  ])('is admitted where it is a result: %j', async (content) => {
    const { status, data } = await alice.write([{ type: 'PATCH_SUMMARY', content }]);
    expect(status).toBe(201);
    const { label, ...result } = data.results[0] ?? {};
    expect(result).toEqual({ index: 0, status: 'admitted' });
    expect((await alice.unfold(label ?? '')).items[0]?.content).toBe(content);
  });

  it('alone is enough, but files and idea are asked for', async () => {
    const { data } = await alice.write([{ type: 'PATCH_SUMMARY', content: 'evidence=12 passed' }]);
    expect(data.results[0]?.warnings).toEqual([expect.stringContaining('files='), expect.stringContaining('idea=')]);
  });
});
