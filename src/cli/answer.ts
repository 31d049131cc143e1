import type { Connection } from './connection.js';
import { CliError } from './cli-error.js';
import { ownCommand } from './own-command.js';
import { isProblem, Refused } from './problem.js';
import { systemCode } from './system-code.js';

/** What a call of the client comes to. */
export interface Reply<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

type Place = Pick<Connection, 'url' | 'isNamed'>;

/** What they say happened before any request left. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name can not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that host',
  UND_ERR_CONNECT_TIMEOUT: 'it took too long to connect',
  'bad port': 'no web client calls that port',
};

/** The answer of the service; throws `Refused`, or an unreachable `CliError` where it is not there. */
export async function answerOf<T>(call: Promise<Reply<T>>, place: Place): Promise<T> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw unreachable(reason, place);
  });
  if (response.ok && data !== undefined) return data;
  if (isProblem(error)) throw new Refused(error);
  throw stranger(place, `status ${response.status}`);
}

function unreachable(reason: unknown, place: Place): CliError {
  if (reason instanceof SyntaxError) return stranger(place, 'an answer that is no JSON');
  const code = codeOf(reason);
  const why = NOT_SENT[code] ?? (code || String(reason));
  const doubt =
    code in NOT_SENT ? [] : ['If it was a write, it may have happened all the same: look before you repeat it.'];
  return new CliError(
    'unreachable',
    [`No service answers at ${place.url}: ${why}.`, ...doubt, howToStart(place)].join('\n'),
  );
}

const stranger = (place: Place, what: string): CliError =>
  new CliError('unreachable', `What answers at ${place.url} is not Gistboard (${what}). ${WHERE}`);

const WHERE = 'Another address: --url, or GISTBOARD_URL.';

const howToStart = ({ isNamed }: Place): string =>
  isNamed ? `Is it running, and is that the right address? ${WHERE}` : `Start it: ${ownCommand()} serve\n${WHERE}`;

/** The system's code, or what stands for one where there is none. */
function codeOf(reason: unknown): string {
  if (!(reason instanceof Error)) return '';
  if (reason.name === 'TimeoutError') return 'no answer in time';
  return systemCode(reason) ?? (reason.cause instanceof Error ? reason.cause.message : '');
}
