import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { components } from '../../../client/api.js';
import { ConfigError } from '../../platform/config/config-error.js';
import { readEnv } from '../../platform/config/env.js';
import { answerOf } from '../answer.js';
import type { Connection } from '../connection.js';
import { PROGRAM_FILE } from '../own-command.js';
import { Refused } from '../problem.js';
import { finding, type Finding, troubleText } from './finding.js';

type Store = components['schemas']['StoreDto'];

const CHECK_STORE = join(PROGRAM_FILE, '../../check-store.js');
const LIMIT_MS = 15_000;

/** What the running service says of its store. */
export async function storeFindings(connection: Connection): Promise<readonly Finding[]> {
  try {
    await answerOf(connection.client.GET('/health/ready'), connection);
    return storeTexts(await answerOf(connection.client.GET('/health/store'), connection));
  } catch (error) {
    const isForOperators = error instanceof Refused && [401, 403].includes(error.problem.status);
    return isForOperators
      ? [
          finding(
            'database',
            'ok',
            'answers. How it flushes is told to operators, and to processes of its own machine.',
          ),
        ]
      : [finding('database', 'problem', troubleText(error))];
  }
}

/** What the environment of this shell would start a service with. */
export function configuredStoreFindings(env: NodeJS.ProcessEnv): readonly Finding[] {
  try {
    const { database, auth } = readEnv(env);
    if (database.kind === 'sqlite') return [finding('settings', 'ok', `the embedded store, ${auth} mode`)];
    const { stdout, stderr, status } = spawnSync(process.execPath, [CHECK_STORE], {
      env,
      encoding: 'utf8',
      timeout: LIMIT_MS,
    });
    if (status === 0) return storeTexts(JSON.parse(stdout) as Store);
    const why = stderr === '' ? 'no answer in time' : stderr;
    return [finding('database', 'problem', `MYSQL_DSN: ${why}`)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [finding('settings', 'problem', error.message)];
  }
}

function storeTexts({ database, version, settings }: Store): readonly Finding[] {
  const name = `${database === 'mysql' ? 'MySQL or MariaDB' : 'SQLite'} ${version}`;
  const risks = settings.filter(({ risk }) => risk !== null);
  const all = settings.map(({ name: setting, value }) => `${setting} = ${value}`).join(', ');
  return risks.length === 0
    ? [finding('database', 'ok', `${name}; ${all}`)]
    : risks.map(({ name: setting, value, risk }) =>
        finding('database', 'warning', `${name}; ${setting} = ${value}: ${risk}`),
      );
}
