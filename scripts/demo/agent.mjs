import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from '../lib/ensure.mjs';

/** What stands over all that others wrote, and over each page: shown once. */
const HEADINGS = /^(--- Below: .*---|Gistboard board .*|A line is: .*|grep searches .*)$/;
const shown = new Set();

/** An agent of the demonstration: a client of the protocol, and the adapter that it starts. */
export class Agent {
  #name;
  #client;
  #startedAt;

  constructor(name, client, startedAt) {
    this.#name = name;
    this.#client = client;
    this.#startedAt = startedAt;
  }

  /** `startedAt`: when the demonstration began, by `performance.now()`. */
  static async start(name, { url, cwd, startedAt }) {
    const client = new Client({ name: 'demo', version: '1.0.0' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'dist', 'src', 'cli', 'gistboard.js'), 'mcp'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME ?? cwd, GISTBOARD_URL: url, GISTBOARD_AGENT: name },
      cwd,
    });
    await client.connect(transport);
    return new Agent(name, client, startedAt);
  }

  /** Calls a tool; prints the call, and what its result shows. */
  async call(tool, args = {}) {
    const { content, isError } = await this.#client.callTool({ name: tool, arguments: args });
    const text = content.map((part) => part.text).join('\n');
    this.#say(`${tool} ${JSON.stringify(args)}`);
    for (const line of text.split('\n').filter((each) => each !== '')) {
      if (HEADINGS.test(line) && shown.has(line)) continue;
      shown.add(line);
      console.log(`    ${isError ? 'refused: ' : ''}${line}`);
    }
  }

  /** Prints what the agent does beside the board. */
  does(what) {
    this.#say(`(${what})`);
  }

  #say(what) {
    const seconds = ((performance.now() - this.#startedAt) / 1_000).toFixed(1);
    console.log(`\n${seconds.padStart(5)} s  ${this.#name}: ${what}`);
  }

  async leave() {
    await this.#client.close();
  }
}
