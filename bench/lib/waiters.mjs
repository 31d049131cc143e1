import { setTimeout as pause } from 'node:timers/promises';
import { ask, askAll, Connection, requestText } from './connection.mjs';
import { agentName } from './texts.mjs';
import { shownText } from './turns.mjs';

const NOTE = { type: 'FACT', content: 'the retry budget is three tries in ten seconds, see src/net/retry.ts:40' };
const CLIENTS = 32;

/** What they wait for: the request that is held, what wakes it, and what confirms its answer where that takes a request. */
export const NOTICES = {
  pathOf: (agent, board) => `/pending/${agent}?boards=${board}&wait=25`,
  news: (board) => [`/board/${board}/write`, { notes: [NOTE] }],
  confirmText: shownText,
};
export const INBOX = {
  pathOf: (_, board) => `/board/${board}/wait?timeout_s=25`,
  news: (board) => [`/board/${board}/messages`, { to: 'all', type: 'status', body: NOTE.content }],
};

/** Agents that wait for news of one board, each on a connection of its own. */
export class Waiters {
  #way;
  #service;
  #board;
  #agents;
  #connections;
  #wroteAt;

  /** `way`: `NOTICES` or `INBOX`. */
  static async open(service, board, { count, way }) {
    const agents = Array.from({ length: count }, (_, index) => agentName(index));
    // Their first snapshot: from now on only news is news.
    const path = `/snapshot?boards=${board}&format=text&budget=50`;
    await askAll(
      service.url,
      agents.map((agent) => requestText('GET', path, { agent })),
      CLIENTS,
    );
    const connections = await Promise.all(agents.map(() => Connection.open(service.url)));
    return new Waiters({ service, board, way, agents, connections });
  }

  constructor({ service, board, way, agents, connections }) {
    this.#way = way;
    this.#service = service;
    this.#board = board;
    this.#agents = agents;
    this.#connections = connections;
  }

  /** All ask and are held. Answers {answered}: a promise of each one's {body, afterMs}, counted from `wake`. */
  async hold() {
    this.#wroteAt = Number.POSITIVE_INFINITY;
    const answers = this.#connections.map(async (connection, index) => {
      const agent = this.#agents[index];
      const path = this.#way.pathOf(agent, this.#board);
      const { body } = await connection.send(requestText('GET', path, { agent }));
      return { body, afterMs: performance.now() - this.#wroteAt };
    });
    await this.#untilHeld();
    return { answered: Promise.all(answers) };
  }

  /** Writes what all wait for. */
  async wake() {
    const [path, body] = this.#way.news(this.#board);
    this.#wroteAt = performance.now();
    await ask(this.#service.url, 'POST', path, { agent: 'writer', body });
  }

  /** Each says that it has shown what it was answered. */
  async confirm(answers) {
    const { confirmText } = this.#way;
    if (confirmText === undefined) return;
    const texts = answers.map(({ body }, index) => confirmText(JSON.parse(body.toString()), this.#agents[index]));
    await askAll(this.#service.url, texts, CLIENTS);
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }

  async #untilHeld() {
    for (;;) {
      const metrics = (await ask(this.#service.url, 'GET', '/metrics')).body.toString();
      if (Number(/^gistboard_waiters (\d+)/m.exec(metrics)?.[1]) >= this.#agents.length) return;
      await pause(50);
    }
  }
}
