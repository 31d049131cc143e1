/** What a run has found: numbers as they were measured, and ratios beside what they should be. */
export class Report {
  #measured = [];
  #compared = [];
  #omitted = [];

  /** `numbers` is {unit: value}: the units are the columns of the table. */
  measured(part, name, numbers) {
    this.#measured.push({ part, name, ...numbers });
  }

  /** `target` is {atLeast} or {atMost}; without one the number is for information. `unit`: where it is no ratio. */
  compared(part, name, reached, { atLeast, atMost, unit = 'x' } = {}) {
    const isMet = (atLeast === undefined || reached >= atLeast) && (atMost === undefined || reached <= atMost);
    const target = atLeast !== undefined ? { atLeast } : atMost !== undefined ? { atMost } : {};
    const hasTarget = Object.keys(target).length > 0;
    this.#compared.push({
      part,
      name,
      unit,
      ...target,
      reached,
      ...(hasTarget ? { verdict: isMet ? 'pass' : 'short' } : {}),
    });
  }

  /** Something that this run can't measure, and why. */
  omitted(part, reason) {
    this.#omitted.push({ part, reason });
  }

  toJSON() {
    return { measured: this.#measured, compared: this.#compared, omitted: this.#omitted };
  }

  toString() {
    const measured = this.#measured.map(({ part, name, ...numbers }) => [part, name, numbersText(numbers)]);
    const compared = this.#compared.map(({ part, name, unit, atLeast, atMost, reached, verdict = '' }) => {
      const target = atLeast !== undefined ? `>= ${atLeast}` : atMost !== undefined ? `<= ${atMost}` : '';
      return [part, name, target, short(reached) + (unit === 'x' ? '' : ` ${unit}`), verdict];
    });
    return [
      table(['part', 'measured', 'numbers'], measured),
      table(['part', 'compared', 'target', 'reached', ''], compared),
      ...this.#omitted.map(({ part, reason }) => `Left out of ${part}: ${reason}`),
    ].join('\n\n');
  }
}

const UNITS = { perSecond: '/s', p50Ms: 'ms p50', p99Ms: 'ms p99', cpuUs: 'µs of server CPU' };

const numbersText = (numbers) =>
  Object.entries(numbers)
    .filter(([, value]) => value !== undefined)
    .map(([unit, value]) => `${short(value)} ${UNITS[unit] ?? unit}`)
    .join(', ');

const short = (value) =>
  typeof value !== 'number'
    ? String(value)
    : value.toLocaleString('en', { maximumSignificantDigits: value >= 1_000 ? 4 : 3 });

function table(header, rows) {
  if (rows.length === 0) return '';
  const widths = header.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(header), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
