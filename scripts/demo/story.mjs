/** Three agents mend a program: ana finds what is wrong, ben mends it, cleo was about to do the same. */
export async function mendTogether(enter, project) {
  const { program } = project;
  const patch = (idea, { evidence }) => ({
    type: 'PATCH_SUMMARY',
    content: `files=${program} | idea=${idea} | evidence=${evidence}`,
  });
  const write = (agent, notes, work) => agent.call('board_write', { notes, ...(work ? { delegation_id: work } : {}) });

  const ana = await enter('ana');
  await ana.call('board_read');
  ana.does('runs the tests');
  const first = project.test();
  await write(ana, [
    { type: 'OBSERVED', content: first.evidence, detail: first.failed.join('\n') },
    { type: 'FACT', content: `attempts count from 1, see the tests of ${program}` },
  ]);

  const ben = await enter('ben');
  await ben.call('board_read', { unread: true });
  await write(ben, [{ type: 'CLAIM', content: `mending ${program}` }]);

  const cleo = await enter('cleo');
  await cleo.call('board_read', { unread: true });
  await write(cleo, [{ type: 'CLAIM', content: `a cap for the delay in ${program}` }]);
  await cleo.call('post', {
    to: 'ben',
    body: `You have ${program}. Please cap the delay at 5,000 ms, I leave it to you.`,
  });
  await cleo.call('board_release', { label: 'G4', outcome: 'abandoned' });

  ben.does('caps the delay, runs the tests');
  project.write('Math.min(100 * 2 ** attempt, 5_000)');
  const capped = project.test();
  await write(ben, [patch('cap the delay at 5,000 ms', capped)], 'delay');
  await write(ben, [{ type: 'FAIL', content: `a cap alone: "${capped.failed[0]}" still fails` }], 'delay');

  await cleo.call('board_grep', { q: 'backoff & (cap | fails)' });

  ben.does('counts attempts from 1, runs the tests');
  project.write('Math.min(100 * 2 ** (attempt - 1), 5_000)');
  await write(ben, [patch('cap the delay, count attempts from 1', project.test())], 'delay');
  await ben.call('board_release', { label: 'G3', outcome: 'done' });

  await ana.call('board_read', { unread: true });
  await ana.call('board_unfold', { labels: 'G1' });
}
