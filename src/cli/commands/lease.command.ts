import type { Command } from 'commander';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface RenewFlags extends ServiceFlags {
  readonly for?: number;
}

/** `gistboard lease renew|break`. */
export function addLease(program: Command): void {
  const lease = program.command('lease').description('renew a lease of yours, or end one of somebody else');
  addServiceFlags(
    lease
      .command('renew')
      .description('move the end of your lease, which keeps its fence; it may get shorter')
      .argument('<label>', 'of the lease, such as G41')
      .option('--for <seconds>', 'how long from now; 900 unless said', wholeNumber),
  ).action(renew);
  addServiceFlags(
    lease
      .command('break')
      .description('end a lease of somebody else, who is told (operators)')
      .argument('<label>', 'of the lease, such as G41')
      .argument('<reason...>', 'why'),
  ).action(breakLease);
}

async function renew(label: string, flags: RenewFlags): Promise<void> {
  const { service, own } = openService(flags);
  const params = { path: { board: await service.board(), label } };
  const body = own.for === undefined ? {} : { lease_s: own.for };
  const call = service.client.POST('/board/{board}/leases/{label}/renew', { params, body });
  await service.show(
    await service.ask(call),
    ({ lease, fence, expires_at }) => `${lease} renewed until ${minuteOf(expires_at)} UTC, fence ${fence}`,
  );
}

async function breakLease(label: string, reason: readonly string[], flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const params = { path: { board: await service.board(), label } };
  const call = service.client.POST('/board/{board}/leases/{label}/break', {
    params,
    body: { reason: reason.join(' ') },
  });
  await service.show(await service.ask(call), ({ ended, message }) =>
    [...ended.map((each) => `${each} is over`), ...(message === null ? [] : [`${message} tells its holder`])].join(
      '\n',
    ),
  );
}
