import { Text } from '../platform/http/fields.js';

export class EventsQuery {
  @Text({
    description: 'Entries above this label or seq; `0`: all. Default: those written from now on.',
    example: 'G41',
    maxLength: 20,
    isOptional: true,
  })
  after?: string;
}
