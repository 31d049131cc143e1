import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOnMysql } from '../support/database-kind.js';
import { holdOnMysql, holdWrites } from '../support/hold-writes.js';
import { metric, metricsText, movedBy, readMetrics } from '../support/metrics.js';
import { untilWritten } from '../support/presence.js';
import { expectProblem, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const DOCS = join(import.meta.dirname, '../../docs');

let service: TestService;
const get = (path: string) => rawRequest(service.url, { path, headers: { 'x-agent': 'alice' } });
const write = (content: string) =>
  rawRequest(service.url, {
    method: 'POST',
    path: '/board/main/write',
    headers: { 'x-agent': 'alice' },
    body: { notes: [{ type: 'FACT', content }] },
  });

describe('what operators are given', () => {
  let text: string;
  beforeAll(async () => {
    service = await startService();
    // One of each that begins with its first use.
    await movedBy(service, 6, async () => {
      await write('note');
      await get('/pending/alice');
      await get('/board/main/events?after=nowhere');
      await get('/board/main/export');
      await get('/health/ready');
      await get('/whoami');
    });
    // The second scrape counts the first.
    await until(async () => (text = await metricsText(service)).includes('route="/metrics"'));
  });
  afterAll(() => service.close());

  /** `gistboard_notes_total` -> `counter`. */
  const types = (): ReadonlyMap<string, string> =>
    new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));

  it.each([
    ['alerts.yml', 11],
    ['alerts.test.yml', 11],
    ['grafana-dashboard.json', 30],
  ])('%s names metrics that there are', (file, atLeast) => {
    const named = namesIn(read(`monitoring/${file}`));
    expect(named.size).toBeGreaterThanOrEqual(atLeast);
    const known = [...types()].flatMap(([name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(['alerts.yml', 'grafana-dashboard.json'])('%s selects by labels and values that there are', (file) => {
    const selected = selectorsIn(read(`monitoring/${file}`));
    expect(selected.length).toBeGreaterThan(5);
    for (const { name, label, values } of selected) {
      // SQLite has no pools, this service no Redis; a status may not have been answered yet.
      const isAbsent = name === 'gistboard_redis_connections' || (name === 'gistboard_db_connections' && !isOnMysql);
      if (isAbsent || label === 'job' || label === 'instance') continue;
      const samples = text.split('\n').filter((line) => line.startsWith(`${name}{`));
      for (const value of values) {
        const wanted = label === 'status' || label === 'method' ? `${label}="` : `${label}="${value}"`;
        expect([`${name} ${wanted}`, samples.some((line) => line.includes(wanted))]).toEqual([
          `${name} ${wanted}`,
          true,
        ]);
      }
    }
  });

  it('operations.md explains every metric of the service, and no other', () => {
    const own = [...types().keys()].filter((name) => name.startsWith('gistboard_'));
    expect(own.length).toBe(19);
    const rows = [...read('operations.md').matchAll(/^\| `(gistboard_\w+)/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(own.sort());
  });

  it('operations.md says of every alert what to do, and alerts.test.yml tries it', () => {
    const alerts = [...read('monitoring/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    expect(alerts.length).toBe(13);
    const rows = [...read('operations.md').matchAll(/^\| `(Gistboard\w+)`/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual([...alerts].sort());
    const tried = read('monitoring/alerts.test.yml');
    expect(alerts.filter((name) => !tried.includes(`alertname: ${name}`))).toEqual([]);
  });

  it('the dashboard shows every metric of the service, in panels that do not overlap', () => {
    const shown = namesIn(read('monitoring/grafana-dashboard.json'));
    const own = [...types().keys()].filter((name) => name.startsWith('gistboard_'));
    expect(own.filter((name) => ![...shown].some((each) => each.startsWith(name)))).toEqual([]);
    const { panels } = JSON.parse(read('monitoring/grafana-dashboard.json')) as { panels: readonly Panel[] };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos }) => cellsOf(gridPos));
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });

  it('all of it is in the folder that operations.md names', () => {
    const files = ['alerts.test.yml', 'alerts.yml', 'grafana-dashboard.json', 'prometheus.example.yml'];
    expect(readdirSync(join(DOCS, 'monitoring')).sort()).toEqual(files);
    for (const file of files) expect(read('operations.md')).toContain(`](monitoring/${file})`);
  });
});

interface Panel {
  readonly id: number;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

const read = (file: string): string => readFileSync(join(DOCS, file), 'utf8');

const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\b(?:gistboard|nodejs|process)_\w+/g)].map(([name]) => name));

/** Each `label="value"` and `label=~"one|other"` of the expressions; variables of the dashboard left out. */
function selectorsIn(text: string): readonly { name: string; label: string; values: readonly string[] }[] {
  const selectors = text.replaceAll('\\"', '"').matchAll(/((?:gistboard|nodejs|process)_\w+)\{([^}]*)\}/g);
  return [...selectors].flatMap(([, name = '', inside = '']) =>
    [...inside.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(([, label = '', values = '']) => ({
      name,
      label,
      values: values.split('|'),
    })),
  );
}

const cellsOf = ({ x, y, w, h }: Panel['gridPos']): readonly string[] =>
  Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`);

describe('the metrics of a database in trouble', () => {
  beforeAll(async () => {
    service = await startService();
    await write('before');
    // What is written behind requests would count, too.
    await untilWritten(service, ['alice']);
  });
  afterAll(() => service.close());

  if (isOnMysql) {
    it('show the connections of both pools, and requests that wait for one', async () => {
      await service.stop();
      const dsn = service.store.env.MYSQL_DSN ?? '';
      service = await startService({ store: { ...service.store, env: { MYSQL_DSN: `${dsn}?pool=2` } } });
      const pool = async (name: string) => {
        const metrics = await readMetrics(service);
        const count = (state: string) => metrics.get(`db_connections{pool="${name}",state="${state}"}`);
        return { used: count('used'), free: count('free'), waiting: count('waiting') };
      };
      const isReads = async (wanted: object) => JSON.stringify(await pool('reads')) === JSON.stringify(wanted);
      const letGo = await holdOnMysql(dsn, ['LOCK TABLES journal_entry WRITE']);
      const searches: Promise<{ readonly status: number }>[] = [];
      try {
        for (const wanted of [
          { used: 1, free: 0, waiting: 0 },
          { used: 2, free: 0, waiting: 0 },
          { used: 2, free: 0, waiting: 1 },
        ]) {
          searches.push(get('/board/main/grep?q=before'));
          await until(() => isReads(wanted));
        }
      } finally {
        await letGo();
      }
      expect((await Promise.all(searches)).map(({ status }) => status)).toEqual([200, 200, 200]);
      await until(() => isReads({ used: 0, free: 2, waiting: 0 }));
      expect((await pool('writes')).waiting).toBe(0);
    });
  } else {
    it('have no connections of pools, since the embedded store has none', async () => {
      expect([...(await readMetrics(service)).keys()].filter((name) => name.startsWith('db_'))).toEqual([]);
    });

    it('count four repeats of a transaction that the file did not let in, its refusal, and no commit', async () => {
      const letGo = await holdWrites(service.store);
      const moved = await movedBy(service, 1, async () => expectProblem(await write('meanwhile'), 503, 'unavailable'));
      await letGo();
      expect(moved).toEqual({
        'http_request_seconds_count{method="POST",route="/board/:board/write",status="503"}': 1,
        'notes_total{status="admitted"}': 1,
        'refusals_total{code="unavailable"}': 1,
        transaction_retries_total: 4,
      });
      expect(await metric(service, 'write_queue')).toBe(0);
    });
  }
});
