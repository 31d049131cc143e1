const STATEMENT = 'I CONFIRM I HAVE READ THEIR SUGGESTION AND WE HAVE BOTH REACHED AN AGREEMENT TO MOVE FORWARD';
const TOOLS = ['--toolsets', 'board,core,coordination'];
/** Long enough for the calls before it ends, short enough to wait for. */
const SHORT_LEASE_S = 10;

/** Two people, each with an agent, share a board: what they hold, say, agree on and hand over, and what a crash leaves. */
export async function shareBoard({ operator, alice, bob }) {
  const made = await operator.gistboard('board', 'create', 'app', '--owner', 'alice');
  operator.does('hands alice her token; it is shown this once');
  const aliceToken = alice.keep('alice.token', /gbt_[\w-]+/.exec(made)[0]);

  const url = await alice.gistboard('invite', 'create', 'bob', '--board', 'app', '--token-file', aliceToken);
  alice.does('hands bob the URL; it works once');
  const connect = await bob.gistboard('join', url.trim());
  const [, bobToken] = /--token-file (\S+)/.exec(connect);

  const flagsOf = (token) => ['--board', 'app', '--token-file', token, ...TOOLS];
  const agents = { alice: await alice.agent(...flagsOf(aliceToken)), bob: await bob.agent(...flagsOf(bobToken)) };
  await agents.alice.call('whoami');
  await agents.bob.call('whoami');

  await holdAndAsk(agents);
  await agree(agents);
  await handOver(agents, { alice, bob });
  await crash(agents, () => alice.agent(...flagsOf(aliceToken)));

  await alice.gistboard('board', 'members', 'remove', 'bob', '--board', 'app', '--token-file', aliceToken);
  await agents.bob.call('board_read');
}

async function holdAndAsk({ alice, bob }) {
  await alice.call('claim', { resources: ['src/net/**'], intent: 'the retry budget' });
  await bob.call('claim', { resources: ['src/net/retry.ts', 'src/log.ts'], intent: 'log each retry' });
  await bob.call('post', { to: 'alice', type: 'question', body: 'When can I log in src/net/retry.ts?' });
  const answered = bob.begin('wait', { from: 'alice', type: 'handoff' });
  await alice.call('inbox');
  await alice.call('release', { resources: ['src/net/**'], outcome: 'handoff', to: 'bob', note: 'retry.ts is done' });
  await answered();
  await bob.call('claim', { resources: ['src/net/retry.ts', 'src/log.ts'], intent: 'log each retry' });
}

async function agree({ alice, bob }) {
  const proposal = labelIn(await bob.call('propose', { text: 'Three retries in 10 s, then give up; each is logged.' }));
  await alice.call('plan');
  await alice.call('confirm', { proposal, statement: STATEMENT });
  await bob.call('confirm', { proposal, statement: STATEMENT });
}

async function handOver({ alice, bob }, machines) {
  machines.alice.keep('app/limits.md', 'retries: 3\nwindow: 10 s\n');
  const file = labelIn(await alice.call('upload', { path: 'limits.md', to: 'bob' }));
  await bob.call('download', { file });
  bob.does(`reads limits.md in his project: ${JSON.stringify(machines.bob.read('limits.md'))}`);
}

async function crash({ alice, bob }, startAgain) {
  await alice.call('claim', { resources: ['task:release'], intent: 'release 1.1', lease_s: SHORT_LEASE_S });
  alice.does('its adapter is killed');
  await alice.crash();
  const claim = { resources: ['task:release'], intent: 'release 1.1 in her place' };
  await bob.call('claim', claim);
  bob.does('asks again until the lease has run out');
  await bob.callUntil('claim', claim, (text) => text.includes(' is granted on app until '), 4_000 * SHORT_LEASE_S);
  const alices = await startAgain();
  await alices.call('inbox');
  await alices.call('release', { resources: ['task:release'], outcome: 'done' });
}

const labelIn = (text) => /\bG\d+\b/.exec(text)[0];
