/**
 * Shows steps as they happen: `print(who, what, lines)`, with the seconds since now. `hide`: pairs of a text or pattern
 * and what stands for it.
 */
export function screen(hide = []) {
  const startedAt = performance.now();
  const shownAs = (line) => hide.reduce((left, [what, instead]) => left.replaceAll(what, instead), line);
  return (who, what, lines) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(`\n${seconds.padStart(5)} s  ${who}: ${shownAs(what)}`);
    for (const line of lines) console.log(`    ${shownAs(line)}`);
  };
}
