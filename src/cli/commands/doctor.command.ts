import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { addServiceFlags, type ServiceFlags } from '../service.js';

/** `gistboard doctor`: looks at all that it takes, says what is not well and what to do. Exit code 1: a problem. */
export function addDoctor(program: Command): void {
  addServiceFlags(
    program.command('doctor').description('look at service, database, clock, clients; say what to do'),
  ).action(async (flags: ServiceFlags) => {
    const { examine } = await import('../doctor/examine.js');
    const { findingLine } = await import('../doctor/finding.js');
    const { printJson, printText } = await import('../output.js');
    const findings = await examine(flags, process.env);
    const problems = findings.filter(({ state }) => state === 'problem').length;
    if (flags.json === true) await printJson({ ok: problems === 0, findings });
    else await printText(findings.map(findingLine).join('\n'));
    if (problems > 0)
      throw new CliError('refused', problems === 1 ? 'There is a problem.' : `There are ${problems} problems.`);
  });
}
