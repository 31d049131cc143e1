import { isJsonBody } from '../journal/domain/current-text.js';
import { labelOf } from '../kernel/label.js';
import type { NoticeEvent } from './domain/events.js';
import type { EventDto } from './notices.dto.js';

export const eventDto = ({ seq, kind, of, current }: NoticeEvent): EventDto => {
  const { entry } = current;
  const reply = entry.refs.find(({ relation }) => relation === 'replies');
  return {
    label: labelOf(seq),
    kind,
    type: entry.type,
    from: entry.author,
    to: entry.recipient,
    of: of === null ? null : labelOf(of),
    reply_to: reply === undefined ? null : labelOf(reply.seq),
    body: entry.content,
    json: isJsonBody(current),
    at: new Date(entry.createdAtMs).toISOString(),
  };
};
