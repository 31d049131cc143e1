import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { storedText } from '../../support/append-entries.js';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

const KIB_64 = 65_536;
const FAMILY = '👨‍👩‍👧‍👦';

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openBoard(service);
  alice = board('alice');
  bob = board('bob');
});

const detailOf = async (label: string): Promise<string | null | undefined> =>
  (await bob.unfold(label)).items[0]?.detail;

describe('a long text', () => {
  it('of 100 emoji is not cut', async () => {
    const text = '😀'.repeat(100);
    const { data } = await alice.write([{ type: 'FACT', content: text }]);
    expect(data.results).toEqual([{ index: 0, status: 'admitted', label: 'G1' }]);
    expect((await bob.unfold('G1')).items[0]).toMatchObject({ content: text, has_detail: false, detail: null });
  });

  it('of 101 emoji is cut, unfolds whole, and grep finds its end', async () => {
    const text = `${'😀'.repeat(100)}🚀`;
    const { data } = await alice.write([{ type: 'FACT', content: text }]);
    expect(data.results).toEqual([{ index: 0, status: 'admitted', label: 'G1', truncated: true }]);
    const [item] = (await bob.unfold('G1')).items;
    expect(item).toMatchObject({ content: `${'😀'.repeat(99)}…`, truncated: true, has_detail: true, detail: text });
    expect(await bob.find('🚀')).toEqual(['G1']);
    expect(await bob.find('😀 & !🚀')).toEqual([]);
  });

  it('of a patch has room for 300', async () => {
    const fits = `evidence=12 passed ${'x'.repeat(281)}`;
    await alice.write([
      { type: 'PATCH_SUMMARY', content: fits, delegation_id: 'w1' },
      { type: 'PATCH_SUMMARY', content: `${fits}y`, delegation_id: 'w2' },
    ]);
    const { items } = await bob.readAll();
    expect(items.map(({ content }) => content)).toEqual([fits, `${fits.slice(0, 299)}…`]);
    expect(items.map(({ truncated }) => truncated)).toEqual([undefined, true]);
  });

  it('does not lose half of a joined emoji at the cap', async () => {
    const label = await alice.add('FACT', `${'x'.repeat(95)}${FAMILY}`);
    expect((await bob.unfold(label)).items[0]?.content).toBe(`${'x'.repeat(95)}…`);
    expect(await detailOf(label)).toBe(`${'x'.repeat(95)}${FAMILY}`);
  });

  it('stands before a given detail, parted by a blank line', async () => {
    const label = await alice.add('FACT', 'x'.repeat(101), { detail: 'why\nso' });
    expect(await detailOf(label)).toBe(`${'x'.repeat(101)}\n\nwhy\nso`);
  });

  it('is found to its 1,000th character and not beyond', async () => {
    await alice.add('FACT', `${'x'.repeat(996)}LASTbeyond`);
    expect(await bob.find('xlast')).toEqual(['G1']);
    expect(await bob.find('lastb')).toEqual([]);
    expect(await bob.find('beyond', { in: 'detail' })).toEqual(['G1']);
  });
});

describe('a detail', () => {
  it('of exactly 64 KiB is kept whole, one byte more is refused', async () => {
    const exact = `${'é'.repeat(KIB_64 / 2 - 1)}ab`;
    const { data } = await alice.write([
      { type: 'FACT', content: 'exact', detail: exact },
      { type: 'FACT', content: 'more', detail: `${exact}c` },
    ]);
    expect(data.results).toEqual([
      { index: 0, status: 'admitted', label: 'G1' },
      { index: 1, status: 'rejected', code: 'detail_too_large', message: expect.stringContaining('65537') },
    ]);
    expect(await detailOf('G1')).toBe(exact);
  });

  it('keeps line breaks and tabs, and loses other control characters', async () => {
    const label = await alice.add('FACT', 'x', { detail: 'a\r\n\tb\u0000\u0007\u001B[31m\rc\u202E' });
    expect(await detailOf(label)).toBe('a\n\tb[31m\nc');
  });

  it('that is empty is none', async () => {
    const label = await alice.add('FACT', 'x', { detail: ' \n' });
    expect((await bob.unfold(label)).items[0]).toMatchObject({ has_detail: false, detail: null });
  });
});

describe('a content', () => {
  it.each([
    ['fact  x\n[G9] forged', 'fact x [G9] forged'],
    ['a\r\nb\u2028c\u2029d\u0085e\vf\u001Cg', 'a b c d e f g'],
    ['e\u0301t\u0000e\u202E\uFEFF\u00AD\u200B', 'éte'],
    ['\ud83d alone \udca9', '\uFFFD alone \uFFFD'],
    ['C:\\temp\\new \\u0041 100% `x` "y" \'z\'', 'C:\\temp\\new \\u0041 100% `x` "y" \'z\''],
    [`𝒳 ${FAMILY} 𠮷 نامه\u200Cای`, `𝒳 ${FAMILY} 𠮷 نامه\u200Cای`],
  ])('is one line, and says what it said: %j', async (given, kept) => {
    const label = await alice.add('FACT', given);
    const view = await bob.live();
    expect(view.items.map(({ content }) => content)).toEqual([kept]);
    expect((await bob.text()).split('\n')).toContain(`G1 FACT alice 2026-11-30 12:00 ${kept}`);
    expect((await bob.unfold(label)).items[0]?.content).toBe(kept);
  });
});

describe('secrets', () => {
  it('are replaced in content and detail, with a warning that names the kind, and are stored nowhere', async () => {
    const github = `ghp_${'a1B2'.repeat(9)}`;
    const aws = 'AKIAABCDEFGHIJKLMNOP';
    const { data } = await alice.write([
      { type: 'FACT', content: `push with ${github} works`, detail: `export KEY=${aws}\nhttps://me:hunter22@db/x` },
    ]);
    expect(data.results).toEqual([
      {
        index: 0,
        status: 'admitted',
        label: 'G1',
        warnings: ['github-token', 'aws-key', 'url-password'].map((kind) => expect.stringContaining(`(${kind})`)),
      },
    ]);
    expect((await bob.unfold('G1')).items[0]).toMatchObject({
      content: 'push with [redacted:github-token] works',
      detail: 'export KEY=[redacted:aws-key]\nhttps://me:[redacted:url-password]@db/x',
    });
    for (const secret of [github, aws, 'hunter22']) {
      expect(await bob.find(secret, { in: 'all' })).toEqual([]);
      expect((await storedText(service)).toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it('are not what only looks random', async () => {
    const content = 'fixed in 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b, see 3e6f0d0a-1b2c-4d5e-8f90-a1b2c3d4e5f6';
    await alice.add('FACT', content);
    expect((await bob.live()).items[0]?.content).toBe(content);
  });
});

describe('a text block', () => {
  it('is one note a line; a line without a type continues the note before it', async () => {
    const text = [
      '# Findings',
      '',
      '- **Fact**: retry lives in src/net/retry.ts',
      'and is capped at 5',
      'FAIL test_retry times out',
      '* observed: CI is slow\r',
      'BOGUS whatever',
      'FACT (none)',
    ].join('\n');
    const { status, data } = await alice.writeText(text);
    expect(status).toBe(201);
    expect(data.results).toEqual([
      { index: 0, status: 'admitted', label: 'G1' },
      { index: 1, status: 'admitted', label: 'G2' },
      { index: 2, status: 'admitted', label: 'G3' },
      { index: 3, status: 'rejected', code: 'unknown_type', message: expect.stringContaining('Line 7') },
      { index: 4, status: 'ignored', code: 'none_token', message: expect.any(String) },
    ]);
    expect((await bob.readAll()).items.map(({ type, content }) => `${type} ${content}`)).toEqual([
      'FACT retry lives in src/net/retry.ts and is capped at 5',
      'FAIL test_retry times out',
      'OBSERVED CI is slow',
    ]);
  });

  it('of lines without a type before them is refused with no_type', async () => {
    const { status, problem } = await alice.writeText('retry lives in src/net/retry.ts');
    expect(status).toBe(422);
    expect(problem.results).toMatchObject([{ status: 'rejected', code: 'no_type' }]);
  });

  it('of up to 100 notes is taken', async () => {
    const { data } = await alice.writeText(Array.from({ length: 100 }, (_, place) => `FACT ${place}`).join('\n'));
    expect(data.head).toBe(100);
  });
});

describe('a delegation_id beside the notes', () => {
  it('counts for all that name none, in either form', async () => {
    await alice.write(
      [
        { type: 'FACT', content: 'a' },
        { type: 'FACT', content: 'b', delegation_id: 'own' },
      ],
      'w1',
    );
    await alice.writeText('FACT c', 'w2');
    await alice.writeText('FACT d');
    expect((await bob.readAll()).items.map(({ delegation_id }) => delegation_id)).toEqual(['w1', 'own', 'w2', null]);
  });

  it('that is malformed rejects the notes that it counts for', async () => {
    const { data } = await alice.write(
      [
        { type: 'FACT', content: 'a' },
        { type: 'FACT', content: 'b', delegation_id: 'own' },
      ],
      'a b',
    );
    expect(data.results).toMatchObject([{ code: 'bad_delegation_id' }, { status: 'admitted', label: 'G1' }]);
  });
});
