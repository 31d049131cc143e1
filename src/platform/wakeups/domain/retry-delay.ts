const FIRST_MS = 100;
const LONGEST_MS = 5_000;

/**
 * How long to wait after so many failures in a row: 0.1 s, doubled each time up to 5 s. `chance` (0 to 1) takes off up
 * to half, so that many that lost a server at once do not come back at once.
 */
export const retryDelayMs = (failures: number, chance: number): number => {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(fullMs * (1 - chance / 2));
};
