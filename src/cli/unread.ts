import type { components } from '../../client/api.js';
import { eventLines } from '../mcp/domain/notice-lines.js';
import type { Service } from './service.js';

type Inbox = components['schemas']['InboxDto'];

/** Prints unread entries; they count as shown once they are out, unless `ack` is false. `again` gets more. */
export async function showUnread(
  service: Service,
  answer: Inbox,
  { ack, again }: { readonly ack: boolean; readonly again: string },
): Promise<void> {
  await service.show(answer, ({ items, more }) =>
    items.length === 0
      ? 'Nothing new.'
      : [...items.flatMap(eventLines), ...(more ? [`There is more: ${again}`] : [])].join('\n'),
  );
  const { board, to, cursor } = answer;
  if (!ack || to <= cursor) return;
  await service.ask(service.client.POST('/board/{board}/inbox/ack', { params: { path: { board } }, body: { to } }));
}
