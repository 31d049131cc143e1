const sorted = (values) => Float64Array.from(values).sort();

/** The value below which a share `at` (0-1) of the values lies; NaN where there are none. */
export function quantile(values, at) {
  const ordered = sorted(values);
  return ordered.length === 0 ? NaN : ordered[Math.min(ordered.length - 1, Math.floor(at * ordered.length))];
}

export function median(values) {
  const ordered = sorted(values);
  const middle = ordered.length >> 1;
  return ordered.length % 2 === 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
}

/**
 * Runs variants in turns, A B C A B C ..., so that drift of the machine falls on all alike. `variants` is
 * {name: () => Promise<T>}; answers {name: T[]}, one T a round.
 */
export async function inTurns(rounds, variants) {
  const results = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of Object.entries(variants)) results[name].push(await run());
  return results;
}

/** The median of the ratios within each round. */
export const ratioOf = (measured, baseline) => median(measured.map((value, round) => value / baseline[round]));
