import { once } from 'node:events';
import { connect } from 'node:net';

/** The text of a request, ready to be sent many times. */
export function requestText(method, path, { agent = 'agent-0', body } = {}) {
  const json = body === undefined ? '' : JSON.stringify(body);
  const length =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Agent: ${agent}\r\n${length}\r\n${json}`;
}

/**
 * One kept-alive connection that knows just enough of HTTP to see where an answer ends: thousands of them cost little
 * beside the service that they measure.
 */
export class Connection {
  #socket;
  #chunks = [];
  #bytes = 0;
  #needed = 0;
  #pending;
  #keepsBody;

  /** Without `keepsBody` the body of an answer is counted and thrown away. */
  static async open(url, { keepsBody = true } = {}) {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket, keepsBody);
  }

  constructor(socket, keepsBody) {
    this.#socket = socket;
    this.#keepsBody = keepsBody;
    socket.on('data', (chunk) => this.#hear(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
  }

  /** Resolves to {status, head, body, ms} when the whole answer is here; rejects where the connection ends before. */
  send(text) {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, sentAt: performance.now() };
      this.#socket.write(text);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #hear(chunk) {
    if (this.#needed === 0 || this.#keepsBody) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#needed === 0) this.#needed = lengthOf(this.#chunks);
    if (this.#needed === 0 || this.#bytes < this.#needed) return;
    const whole = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const end = whole.indexOf('\r\n\r\n');
    const head = whole.toString('latin1', 0, end);
    const { resolve, sentAt } = this.#pending;
    this.#chunks = [];
    this.#bytes = this.#needed = 0;
    this.#pending = undefined;
    resolve({ status: Number(head.slice(9, 12)), head, body: whole.subarray(end + 4), ms: performance.now() - sentAt });
  }

  #fail(error) {
    this.#pending?.reject(error);
    this.#pending = undefined;
  }
}

/** How long the whole answer will be; 0: its head is not here yet. Our servers always say Content-Length. */
function lengthOf(chunks) {
  const start = Buffer.concat(chunks);
  const end = start.indexOf('\r\n\r\n');
  if (end === -1) return 0;
  return end + 4 + Number(/content-length: (\d+)/i.exec(start.toString('latin1', 0, end))?.[1] ?? 0);
}

/** One request on a connection of its own. */
export async function ask(url, method, path, options) {
  const connection = await Connection.open(url);
  try {
    const answer = await connection.send(requestText(method, path, options));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`);
    return answer;
  } finally {
    connection.close();
  }
}

/** Each of the requests once, over `clients` connections; the answers are in the order of the requests. */
export async function askAll(url, texts, clients) {
  const answers = [];
  let next = 0;
  const work = async () => {
    const connection = await Connection.open(url);
    for (let index = next++; index < texts.length; index = next++) answers[index] = await connection.send(texts[index]);
    connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(clients, texts.length) }, work));
  const bad = answers.find(({ status }) => status >= 300);
  if (bad !== undefined) throw new Error(`an answer of ${bad.status}: ${bad.body.toString()}`);
  return answers;
}
