// `node scripts/tour.mjs [FILE]`: runs the tour in a document (README.md) against a new service with an empty store and
// fails where the output is not what the document shows; with `--write` it puts the output there. Needs a build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/ensure.mjs';
import { startService } from './lib/throwaway-service.mjs';

const [name = 'README.md'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const FILE = join(root, name);
const SHOWN_URL = 'http://127.0.0.1:8660';
const TOUR = /^## [^\n]*tour\n[\s\S]*?(?=^## |$(?![\s\S]))/m;
const STEP = /^```sh\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm;
const END_OF_STEP = '=== end of step ===';

const text = readFileSync(FILE, 'utf8');
const [tour] = TOUR.exec(text) ?? [''];
const steps = [...tour.matchAll(STEP)].map(([, commands, output = '']) => ({ commands, output }));
if (steps.length < 2) throw new Error(`${name} has no tour`);

const folder = mkdtempSync(join(tmpdir(), 'gistboard-tour-'));
const service = await startService({ BOARD_DB_PATH: join(folder, 'board.sqlite') });
let outputs;
try {
  outputs = runSteps(service.url);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (process.argv.includes('--write')) writeFileSync(FILE, withOutputs());
else compare();

/** All steps in one shell, as a reader types them; answers what each printed. */
function runSteps(url) {
  const script = steps.map(({ commands }) => `${commands}echo '${END_OF_STEP}'\n`).join('');
  const { stdout, error } = spawnSync('bash', ['-c', `exec 2>&1\n${script.replaceAll(SHOWN_URL, url)}`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
    timeout: 240_000,
  });
  if (error) throw error;
  // `read` ends its text with a line break, and `as` adds one.
  const parts = stdout.split(`${END_OF_STEP}\n`).map((part) => part.replaceAll(url, SHOWN_URL).replace(/\n\n+/g, '\n'));
  if (parts.length !== steps.length + 1) throw new Error(`the tour stopped early:\n${stdout}`);
  return parts.slice(0, -1);
}

function withOutputs() {
  let place = 0;
  const written = tour.replace(STEP, (_, commands) => {
    const output = outputs[place++];
    return `\`\`\`sh\n${commands}\`\`\`\n${output === '' ? '' : `\n\`\`\`text\n${output}\`\`\`\n`}`;
  });
  return text.replace(tour, () => written);
}

function compare() {
  const wrong = steps.filter(({ output }, place) => comparable(output) !== comparable(outputs[place]));
  for (const { commands, output } of wrong) {
    const real = outputs[steps.findIndex((step) => step.commands === commands)];
    console.error(`${name} shows another output of:\n${commands}--- ${name}\n${output}--- real\n${real}`);
  }
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(`${name}: the ${steps.length} steps of the tour give what it shows`);
}

/** Instants (a date is shown only where it changes) and request ids are never the same twice. */
function comparable(output) {
  return output
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<instant>')
    .replace(/(\d{4}-\d\d-\d\d )?\b\d\d:\d\d(?=[\s:])/g, '<time>')
    .replace(/\b\d+ s left/g, '<seconds> s left')
    .replace(/"lease_id":"[^"]+"/g, '"lease_id":"<lease>"')
    .replace(/"requestId":"[^"]+"/g, '"requestId":"<id>"');
}
