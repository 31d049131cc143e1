import type { ClientName } from '../clients.js';
import { CliError } from '../cli-error.js';
import { CLIENTS } from '../clients.js';
import { installedFlags } from '../setup/installed-flags.js';
import { type Places, SCOPES, type Scope } from '../setup/setup-options.js';
import { planSetup } from '../setup/run-setup.js';
import type { SetupRecords } from '../setup/setup-record.js';
import { WRITE_TOOLS } from '../setup/tools.js';
import { finding, type Finding } from './finding.js';

/** For each client: whether it is set up, by this version, and whether an unattended agent would have to wait. */
export const clientFindings = (places: Places, records: SetupRecords): readonly Finding[] =>
  CLIENTS.flatMap((client) => {
    const found = SCOPES.flatMap((scope) => scopeFinding(client, scope, { places, records }));
    if (found.length === 0) return [finding(client, 'ok', `not set up. To do it: gistboard setup ${client}`)];
    const isTwice = found.length === SCOPES.length && found.every(({ state }) => state !== 'problem');
    const twice = `set up for the project and for the user, so each hook runs twice. Take one out: gistboard setup ${client} --undo`;
    return [...found, ...(isTwice ? [finding(client, 'warning', twice)] : [])];
  });

function scopeFinding(
  client: ClientName,
  scope: Scope,
  { places, records }: { readonly places: Places; readonly records: SetupRecords },
): readonly Finding[] {
  const about = `${client} (${scope})`;
  const again = `gistboard setup ${client} --scope ${scope}`;
  try {
    const flags = installedFlags(client, { scope, places });
    const isInPlace = (isUnattended: boolean): boolean =>
      planSetup(client, { options: { scope, isUnattended, flags }, places, records, isUndo: false }).changes.length ===
      0;
    const options = { scope, isUnattended: false, flags };
    if (planSetup(client, { options, places, records, isUndo: true }).changes.length === 0) return [];
    if (isInPlace(true)) return [finding(about, 'ok', `set up; reading and writing are approved.${trustNote(client)}`)];
    if (isInPlace(false)) {
      const asked = `set up. An unattended agent would wait for the approval of ${WRITE_TOOLS.join(', ')}; to approve them: ${again} --unattended`;
      return [finding(about, 'ok', `${asked}${trustNote(client)}`)];
    }
    return [finding(about, 'warning', `set up, but not as this version does it. Again: ${again}`)];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [finding(about, 'problem', error.message)];
  }
}

/** What no file tells. */
const trustNote = (client: ClientName): string =>
  client === 'codex' ? '\nCodex runs no hook that you have not trusted: /hooks shows which.' : '';
