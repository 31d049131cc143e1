import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

// Law 11: an entry addressed to one agent is visible to its two ends and to operators only, on every surface.
describe('messages between two, with a third member looking on', () => {
  let service: TestService;
  let alice: TurnsClient;
  let bob: TurnsClient;
  let carol: TurnsClient;
  let operator: TurnsClient;
  beforeAll(async () => {
    service = await startService();
    const open = await openTurns(service);
    [alice, bob, carol, operator] = [open('alice'), open('bob'), open('carol'), open('harness')];
    await alice.send('bob', 'zebra one');
    await alice.edit('G1', 'zebra two');
    await alice.edit('G1', 'zebra three');
    await bob.react('G1', '🦓');
    await alice.send('bob', 'zebra doomed');
    await alice.remove('G5');
    await bob.send('alice', 'zebra answer', { reply_to: 'G1' });
    await carol.add('FACT', 'what all may read');
    await carol.send('bob', 'from carol');
  });
  afterAll(() => service.close());

  const ALL = ['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7'];

  it('a third sees nothing of them anywhere', async () => {
    const shown = [
      await carol.text(),
      await carol.live(),
      await carol.readAll(),
      await carol.messages(),
      await carol.messages({ with: 'alice' }),
      await carol.messages({ with: 'bob' }),
      await carol.grep('!"in no text"', { kinds: 'all' }),
      (await carol.unfold(ALL.join(','))).items,
      await carol.poll(),
      await carol.snapshot({ advance: 'false' }),
      await carol.snapshot({ format: 'text' }),
    ];
    for (const surface of shown) {
      expect(JSON.stringify(surface)).not.toMatch(/zebra|🦓/);
      expect(JSON.stringify(surface)).not.toMatch(/"G[1-7]"/);
    }
    expect((await carol.unfold(ALL.join(','))).missing).toEqual(ALL);
    for (const text of ['zebra', '"zebra one"', '"zebra three"', 'doomed', '🦓'])
      expect(await carol.find(text, { kinds: 'all', in: 'all' })).toEqual([]);
    expect((await carol.grep('!"in no text"', { kinds: 'all' })).total).toBe(2);
  });

  it('and gets the same refusal for them as for what is not there', async () => {
    const refusal = async (label: string): Promise<unknown> => {
      const replies = [
        await carol.edit(label, 'x'),
        await carol.remove(label),
        await carol.react(label, '👍'),
        await carol.unreact(label, '👍'),
        await carol.trySend('bob', 'x', { reply_to: label }),
      ];
      return replies.map(({ status, problem: { code, detail } }) => [status, code, detail.replace(label, 'G#')]);
    };
    const unknown = await refusal('G999');
    for (const label of ALL) expect([label, await refusal(label)]).toEqual([label, unknown]);
  });

  it('in error texts and headers neither', async () => {
    const path = `/board/${carol.board}/messages/G1`;
    const { text, headers } = await rawRequest(service.url, {
      method: 'PATCH',
      path,
      headers: { 'x-agent': 'carol' },
      body: { body: 'x' },
    });
    expect(`${text}${JSON.stringify(headers)}`).not.toMatch(/zebra|alice|bob/);
  });

  it('both ends and an operator see them on each', async () => {
    for (const reader of [alice, bob, operator]) {
      const found = await reader.find('zebra', { kinds: 'all' });
      expect([reader.agent, found]).toEqual([reader.agent, ['G7', 'G3']]);
      expect(await reader.find('🦓', { kinds: 'all' })).toEqual(['G4']);
      const { items, missing } = await reader.unfold(ALL.join(','));
      expect(items.map(({ content }) => content)).toEqual([
        'zebra three',
        '',
        'zebra three',
        '🦓',
        '',
        '',
        'zebra answer',
      ]);
      expect(missing).toEqual([]);
      expect((await reader.messages({ before: 'G8' })).items.map(({ body }) => body)).toEqual([
        'zebra answer',
        '',
        'zebra three',
      ]);
    }
    expect((await bob.poll()).events.map(({ body }) => body)).toEqual(['zebra three', 'from carol']);
    expect((await alice.poll()).events.map(({ body }) => body)).toEqual(['zebra answer']);
    expect((await bob.snapshot()).events).toMatchObject([{ label: 'G1' }, { label: 'G9' }]);
  });
});
