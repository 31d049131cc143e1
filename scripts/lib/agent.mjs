import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from './ensure.mjs';

/** What stands over all that others wrote, and over each page: shown once. */
const HEADINGS = /^(--- Below: .*---|Gistboard board .*|A line is: .*|grep searches .*)$/;
const shown = new Set();

/** An agent that acts before an audience: a client of the protocol, and the adapter that it starts. */
export class Agent {
  #name;
  #client;
  #pid;
  #print;

  constructor(name, { client, pid, print }) {
    this.#name = name;
    this.#client = client;
    this.#pid = pid;
    this.#print = print;
  }

  /** `words`: the flags of `gistboard mcp`; `print(who, what, lines)`: shows a step, and the lines under it. */
  static async start(name, { words = [], env, cwd, print }) {
    const client = new Client({ name: 'demo', version: '1.0.0' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'dist', 'src', 'cli', 'gistboard.js'), 'mcp', ...words],
      env: { PATH: process.env.PATH, ...env },
      cwd,
    });
    await client.connect(transport);
    return new Agent(name, { client, pid: transport.pid, print });
  }

  /** Calls a tool; shows the call, and what its result shows; answers its text. */
  async call(tool, args = {}) {
    return this.#show(callText(tool, args), await this.#ask(tool, args));
  }

  /** Calls a tool whose answer takes its time: answers a function that waits for it and shows it. */
  begin(tool, args = {}) {
    const result = this.#ask(tool, args);
    this.#print(this.#name, `${callText(tool, args)} ...`, []);
    return async () => this.#show(`... ${tool} answers`, await result);
  }

  /** Calls a tool again and again, and shows the first result whose text `isIt` holds for; gives up after `limitMs`. */
  async callUntil(tool, args, isIt, limitMs) {
    const giveUpAtMs = Date.now() + limitMs;
    for (;;) {
      const result = await this.#ask(tool, args);
      if (isIt(result.text)) return this.#show(callText(tool, args), result);
      if (Date.now() > giveUpAtMs) throw new Error(`${tool} still says: ${result.text}`);
    }
  }

  /** Shows what the agent does beside the board. */
  does(what) {
    this.#print(this.#name, `(${what})`, []);
  }

  async leave() {
    await this.#client.close();
  }

  /** Its adapter ends as in a crash: without a word to anybody. */
  async crash() {
    process.kill(this.#pid, 'SIGKILL');
    await this.#client.close();
  }

  async #ask(tool, args) {
    const { content, isError } = await this.#client.callTool({ name: tool, arguments: args });
    return { text: content.map((part) => part.text).join('\n'), isError };
  }

  #show(step, { text, isError }) {
    const lines = text.split('\n').filter((line) => line !== '' && !(HEADINGS.test(line) && shown.has(line)));
    for (const line of lines) shown.add(line);
    this.#print(
      this.#name,
      step,
      lines.map((line) => `${isError ? 'refused: ' : ''}${line}`),
    );
    return text;
  }
}

const callText = (tool, args) => `${tool} ${JSON.stringify(args)}`;
