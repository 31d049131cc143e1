import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { type Connection, type ConnectionFlags, connectionOf } from '../connection.js';
import { stateFolder } from '../hooks/state-folder.js';
import { PROGRAM_FILE } from '../own-command.js';
import { projectFolder } from '../setup/setup-notes.js';
import { SetupRecords } from '../setup/setup-record.js';
import { clientFindings } from './client-checks.js';
import { finding, type Finding } from './finding.js';
import { noService, serviceFindings } from './service-checks.js';
import { configuredStoreFindings } from './store-checks.js';

/** Everything, from the configuration to the clients. */
export async function examine(flags: ConnectionFlags, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const home = env.HOME ?? homedir();
  const places = { home, project: projectFolder(process.cwd()), env, program: PROGRAM_FILE };
  const records = new SetupRecords(join(stateFolder(env, process.platform, home), 'setup'));
  return [...(await connectionFindings(flags, env)), ...clientFindings(places, records)];
}

async function connectionFindings(flags: ConnectionFlags, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  let connection: Connection;
  try {
    connection = connectionOf({ ...flags }, env);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [finding('configuration', 'problem', error.message)];
  }
  const { identity, url } = connection;
  const who = 'agent' in identity ? `the name ${identity.agent}` : 'a token';
  const configured = finding('configuration', 'ok', `${url}, by ${who}`);
  const service = await serviceFindings(connection);
  return [configured, ...(service ?? [noService(url), ...configuredStoreFindings(env)])];
}
