/** A token as the documentation shows it. */
export const TOKEN = {
  id: 7,
  agent: 'alice',
  kind: 'member',
  boards: ['infra'],
  prefix: 'gbt_Zk3vQ0aB',
  created_at: '2026-11-30T13:05:07.123Z',
  expires_at: null,
  last_used_at: '2026-11-30T13:07:00.000Z',
  rotated_to: null,
  revoked_at: null,
};
