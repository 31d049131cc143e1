// Loaded before the service: every statement that goes to the database is added to the file BENCH_STATEMENTS.
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const path = process.env.BENCH_STATEMENTS;
const log = (sql) => appendFileSync(path, `${JSON.stringify(String(sql).replace(/\s+/g, ' ').trim())}\n`);

// Not a path that the package exports, so it is found beside its entry.
const require = createRequire(import.meta.url);
const Connection = require(join(dirname(require.resolve('mysql2')), 'lib', 'base', 'connection.js'));
const { query } = Connection.prototype;
Connection.prototype.query = function (sql, ...rest) {
  log(typeof sql === 'string' ? sql : sql.sql);
  return query.call(this, sql, ...rest);
};
