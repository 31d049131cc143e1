export const GRANTED = {
  board: 'main',
  head: 57,
  ok: true,
  lease: 'G57',
  fence: 57,
  expires_at: '2026-11-30T13:20:07.123Z',
  renewed: false,
  resources: ['src/net/retry.ts', 'task:release'],
  overlaps: ['G41'],
};

export const CONFLICT = {
  lease: 'G52',
  resource: 'src/net/retry.ts',
  held_by: 'bob',
  holds: 'src/net/**',
  since: '2026-11-30T13:05:07.123Z',
  expires_in_s: 640,
  intent: 'rewriting the backoff',
};

export const LIVE_LEASE = {
  lease: 'G57',
  holder: 'bob',
  resources: ['src/net/**'],
  intent: 'rewriting the backoff',
  fence: 57,
  since: '2026-11-30T13:05:07.123Z',
  expires_at: '2026-11-30T13:20:07.123Z',
};

export const LEASE = { ...LIVE_LEASE, expires_in_s: 640, expired: false };

export const RENEWED = { board: 'main', head: 58, lease: 'G57', fence: 57, expires_at: '2026-11-30T13:50:07.123Z' };

export const RELEASED = { board: 'main', head: 58, ended: ['G57'], kept: [], message: null };
