import { labelOf } from '../kernel/label.js';
import type { NoticeEvent } from './domain/events.js';
import type { EventDto } from './notices.dto.js';

export const eventDto = ({ seq, kind, of, current }: NoticeEvent): EventDto => ({
  label: labelOf(seq),
  kind,
  from: current.entry.author,
  of: of === null ? null : labelOf(of),
  body: current.entry.content,
  at: new Date(current.entry.createdAtMs).toISOString(),
});
