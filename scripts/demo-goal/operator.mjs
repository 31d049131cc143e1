import { randomBytes } from 'node:crypto';

const BOARD = 'retries';

/** Who declares the goal, gives each role its token, and closes the goal. */
export class Operator {
  #token = randomBytes(24).toString('hex');
  #url;

  /** The settings of a service that knows it. */
  get env() {
    return { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: this.#token, BOARD_MEMBERS_JSON: '{}' };
  }

  async begin(url, goal, roles) {
    this.#url = url;
    await this.#ask('POST', '/board', { board: BOARD });
    await this.#ask('PUT', `/board/${BOARD}/roles`, { goal, roles });
  }

  /** A token for each agent of each role, by its name: `review#2`. */
  async mint(roles) {
    const tokens = new Map();
    for (const { name, count = 1 } of roles) {
      for (let ordinal = 1; ordinal <= count; ordinal += 1) {
        const answer = await this.#ask('POST', `/board/${BOARD}/roles/${name}/tokens`, { ordinal });
        tokens.set(ordinal === 1 ? name : `${name}#${ordinal}`, answer.token);
      }
    }
    return tokens;
  }

  /** The newest version of each document. */
  async documents() {
    return (await this.#ask('GET', `/board/${BOARD}/artifacts`)).items;
  }

  async close() {
    await this.#ask('POST', `/board/${BOARD}/close`, {});
  }

  async export() {
    return (await this.#fetch('GET', `/board/${BOARD}/export`)).text();
  }

  /** The status of a call with another's token. */
  async statusOf(token) {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${this.#url}/board/${BOARD}/artifacts`, { headers })).status;
  }

  async summary(text) {
    const lines = (await this.documents()).map(
      ({ kind, slot, version, author, stale }) =>
        `${slot === null ? kind : `${kind} of ${slot}`} v${version} by ${author}${stale ? ', stale' : ''}`,
    );
    const end = JSON.parse(text.trimEnd().split('\n').at(-1));
    return [...lines, `exported: ${end.entries} entries`].join('\n');
  }

  async #ask(method, path, body) {
    const response = await this.#fetch(method, path, body);
    if (response.ok) return response.json();
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }

  #fetch(method, path, body) {
    const headers = { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' };
    return fetch(`${this.#url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
