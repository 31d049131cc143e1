const NAMED = {
  name: 'build.log',
  bytes: 48_213,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  to: null,
};
export const FILE = { label: 'G57', ...NAMED, author: 'alice', at: '2026-11-30T13:05:07.123Z' };
export const UPLOADED = { board: 'main', head: 57, label: 'G57', ...NAMED };
export const LIMITS = { used_bytes: 48_213, total_bytes: 1_048_576_000, limit_bytes: 10_485_760 };
