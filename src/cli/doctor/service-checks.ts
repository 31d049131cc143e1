import { VERSION } from '../../kernel/product.js';
import { answerOf } from '../answer.js';
import type { Connection } from '../connection.js';
import { probe } from '../local/probe.js';
import { ownCommand } from '../own-command.js';
import { clockFinding } from './clock.js';
import { finding, type Finding, troubleText } from './finding.js';
import { storeFindings } from './store-checks.js';

/** Whether the service answers, as what, and how its store keeps what it takes; null: none answers. */
export async function serviceFindings(connection: Connection): Promise<readonly Finding[] | null> {
  const { url, isNamed } = connection;
  const found = await probe(url);
  if (found.kind === 'other') {
    return [finding('service', 'problem', `what answers at ${url} is not Gistboard. Another address: GISTBOARD_URL.`)];
  }
  if (found.kind === 'nothing') {
    if (!isNamed) return null;
    return [finding('service', 'problem', `nothing answers at ${url}. Is it running, and is that the right address?`)];
  }
  const isSame = found.version === VERSION;
  const versions = isSame
    ? `version ${found.version}`
    : `version ${found.version}, this command is ${VERSION}. Update one of them.`;
  return [
    finding('service', isSame ? 'ok' : 'warning', `${url}, ${versions}`),
    ...(await callerFindings(connection)),
    ...(await storeFindings(connection)),
  ];
}

/** Who the service takes us for, and what time it has. */
async function callerFindings(connection: Connection): Promise<readonly Finding[]> {
  const askedAtMs = Date.now();
  const call = connection.client.GET('/whoami');
  try {
    const { agent, kind, auth, boards } = await answerOf(call, connection);
    const { response } = await call;
    const hadAtMs = Date.now();
    const names = boards.map(({ board }) => board);
    const who = `${agent} (${kind}, ${auth} mode)`;
    return [
      names.length === 0
        ? finding(
            'identity',
            'warning',
            `${who} may use no board. An operator adds it: gistboard board members add ${agent}`,
          )
        : finding(
            'identity',
            'ok',
            `${who}, boards: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', ...' : ''}`,
          ),
      ...boardFinding(connection.board, names),
      clockFinding(response.headers.get('date'), { askedAtMs, hadAtMs }),
    ];
  } catch (error) {
    return [finding('identity', 'problem', troubleText(error))];
  }
}

function boardFinding(named: string | undefined, boards: readonly string[]): readonly Finding[] {
  if (named !== undefined && !boards.includes(named)) {
    return [finding('board', 'problem', `${named} (GISTBOARD_BOARD or --board) is none of them`)];
  }
  if (named !== undefined || boards.length <= 1) return [];
  return [
    finding('board', 'ok', 'none is named: each tool call names one, and hooks show all. GISTBOARD_BOARD chooses one.'),
  ];
}

/** No service runs on this machine, and nobody named another. */
export const noService = (url: string): Finding =>
  finding(
    'service',
    'warning',
    `none runs at ${url}. \`gistboard mcp\` starts one by itself; by hand: ${ownCommand()} serve`,
  );
