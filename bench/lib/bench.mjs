import { membersOf, seed } from './seed.mjs';
import { startBaseline, startService } from './server.mjs';

/** What a part works with: its sizes, the report, servers that end with it, and databases that parts share. */
export class Bench {
  #running = [];
  #databases = new Map();

  constructor(sizes, stores, report) {
    this.sizes = sizes;
    this.stores = stores;
    this.report = report;
  }

  get isMysql() {
    return this.stores.kind === 'mysql';
  }

  say(text) {
    process.stderr.write(`${text}\n`);
  }

  /** A database with boards of these sizes, made when it is first asked for: {env, dsn?, path?}. */
  database(boards) {
    const name = JSON.stringify(boards);
    if (!this.#databases.has(name)) this.#databases.set(name, this.#make(boards));
    return this.#databases.get(name);
  }

  async #make(boards) {
    const database = await this.stores.create();
    const total = Object.values(boards).reduce((sum, count) => sum + count, 0);
    if (total > 0) this.say(`  filling a database with ${total.toLocaleString('en')} gists ...`);
    await seed(database.env, boards);
    return { ...database, env: { ...database.env, BOARD_MEMBERS_JSON: membersOf(boards) } };
  }

  /** The service on a database of `database()`. */
  async service(database, options) {
    return this.#keep(await startService({ ...database.env, ...options?.env }, options));
  }

  async baseline(name, env) {
    return this.#keep(await startBaseline(name, env));
  }

  #keep(server) {
    this.#running.push(server);
    return server;
  }

  /** Ends the servers of a part. */
  async stopServers() {
    await Promise.all(this.#running.splice(0).map((server) => server.stop()));
  }
}

/** The boards that the smaller parts share. */
export const SMALL_BOARDS = { view: 2_000, plain: 0, mixed: 2_000, turns: 2_000, waits: 2_000, other: 2_000 };

export const largeBoards = (sizes) => Object.fromEntries(sizes.grepSizes.map((count) => [`gists-${count}`, count]));
