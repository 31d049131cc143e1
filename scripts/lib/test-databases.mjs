import { isEngineThere, startContainer } from './container-server.mjs';
import { findServerProgram, startPrivateServer } from './private-server.mjs';

const HOW_TO_GET_IT =
  'set TEST_MYSQL_DSN, start a container engine, or install MariaDB (Debian, Ubuntu: apt-get install mariadb-server)';

const SQLITE = { name: 'SQLite', dsn: 'sqlite', stop: () => {} };

/**
 * Opens what `--database` names: `sqlite`, `private` (a server of our own), `mysql` (the best there is) or a DSN.
 * Resolves to {name, dsn, stop}; undefined, with a line that says why, when `mysql` finds nothing.
 */
export function openDatabase(choice) {
  if (choice === 'sqlite') return SQLITE;
  if (choice === 'private') return openPrivate();
  if (choice === 'mysql') return openBestMysql();
  return atDsn(choice);
}

async function openBestMysql() {
  if (process.env.TEST_MYSQL_DSN) return atDsn(process.env.TEST_MYSQL_DSN);
  const reasons = [];
  if (isEngineThere()) {
    console.log('\nStarting MySQL in a container ...');
    const opened = await startContainer().catch((error) => void reasons.push(error.message));
    if (opened) return opened;
  }
  if (findServerProgram()) {
    const opened = await openPrivate().catch((error) => void reasons.push(error.message));
    if (opened) return opened;
  }
  const why = reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
  console.log(`\nThe MySQL suite was skipped${why}: to run it, ${HOW_TO_GET_IT}.`);
  return undefined;
}

function openPrivate() {
  const program = findServerProgram();
  if (program === undefined) throw new Error('no mariadbd or mysqld on this machine');
  console.log(`\nStarting a private server (${program.path}) ...`);
  return startPrivateServer(program);
}

/** The name leaves the password out. */
function atDsn(dsn) {
  const url = URL.canParse(dsn) ? new URL(dsn) : undefined;
  if (url?.protocol !== 'mysql:')
    throw new Error('the database must be sqlite, private, mysql or mysql://user:password@host:port/name');
  return { name: `MySQL at ${url.host}`, dsn, stop: () => {} };
}
