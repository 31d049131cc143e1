import { ENTRY } from '../gists/examples.js';

export const EVENT = {
  label: 'G55',
  kind: 'message',
  type: 'question',
  from: 'bob',
  to: 'alice',
  of: null,
  reply_to: null,
  body: 'Is G41 still true after your change?',
  json: false,
  at: '2026-11-30T13:20:00.000Z',
};

export const SNAPSHOT = {
  agent: 'alice',
  boards: [
    {
      board: 'main',
      from: 40,
      to: 57,
      gists: [{ ...ENTRY, author: 'carol', authors: ['carol'], repeats: [] }],
      events: [EVENT],
      more: false,
    },
  ],
};

export const PENDING = {
  lease_id: 'q83vEjRWeJq83vEjRWeJqg',
  expires_at: '2026-11-30T13:21:00.000Z',
  events: [{ ...EVENT, board: 'main' }],
  gists: [{ board: 'main', from: 40, to: 57, items: [{ ...ENTRY, author: 'carol' }] }],
  more: false,
};

export const CURSORS = { agent: 'alice', boards: [{ board: 'main', gist_cursor: 57, post_cursor: 57 }] };
