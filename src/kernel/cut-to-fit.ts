/** The greatest number from `least` to `most` that fits; where one fits, all smaller ones do, and `least` counts as fitting. */
export function greatestThatFits(least: number, most: number, fits: (count: number) => boolean): number {
  if (most <= least || fits(most)) return Math.max(least, most);
  let [fitting, tooMany] = [least, most];
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    if (fits(count)) fitting = count;
    else tooMany = count;
  }
  return fitting;
}

/** The text if it fits, else as much of its start as does, at least one code point, with `…` behind it. */
export function cutToFit(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const points = Array.from(text);
  const startOf = (count: number): string => `${points.slice(0, count).join('')}…`;
  return startOf(greatestThatFits(1, points.length, (count) => fits(startOf(count))));
}
