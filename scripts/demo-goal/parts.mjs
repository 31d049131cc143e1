// What each role does. They talk by documents alone: each waits for what it needs, and no role is told by another.
const REVIEWERS = ['review', 'review#2', 'review#3'];

const findings = (severity, text) => JSON.stringify([{ severity, file: 'src/net/retry.ts', line: 12, text }]);

export const PARTS = {
  async orchestrator(member) {
    await member.write('spec', '# Retries\nA call is tried again, at most 5 times.\n', 0);
    await member.write('task-list', '- [ ] find out what is there\n- [ ] decide\n- [ ] change\n- [ ] review\n', 0);
    for (const reviewer of REVIEWERS) await member.read('findings', 1, reviewer);
    await member.write('spec', '# Retries\nA call is tried again, at most 5 times, and the last error is told.\n', 1);
    for (const reviewer of REVIEWERS) await member.read('findings', 2, reviewer);
    await member.write('task-list', '- [x] find out what is there\n- [x] decide\n- [x] change\n- [x] review\n', 1);
  },

  async search(member) {
    await member.read('spec', 1);
    await member.write('research', 'src/net/retry.ts has a loop without an end; nothing else retries.\n', 0);
  },

  async architecture(member) {
    await member.read('spec', 1);
    await member.read('research', 1);
    await member.write('adr', 'The loop counts; who calls it decides nothing.\n', 0);
  },

  async implement(member) {
    await member.read('spec', 1);
    await member.read('adr', 1);
    await member.write('diff', '-for (;;) {\n+for (let attempt = 1; attempt <= 5; attempt += 1) {\n', 0);
    await member.read('spec', 2);
    await member.write(
      'diff',
      '-for (;;) {\n+for (let attempt = 1; ; attempt += 1) {\n+  if (attempt > 5) throw last;\n',
      1,
    );
  },

  async review(member) {
    await member.read('spec', 1);
    await member.read('diff', 1);
    await member.refusal('artifact_read', { kind: 'findings' });
    await member.write('findings', findings('blocking', 'the last error is lost'), 0);
    await member.read('spec', 2);
    await member.read('diff', 2);
    await member.write('findings', findings('suggestion', 'name the 5'), 1);
  },
};
