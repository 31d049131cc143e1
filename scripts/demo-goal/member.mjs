import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const QUERY = 'toolsets=artifacts,coordination&structured=true';
const RECEIPT = 'gistboard/receipt';
const CONFIRM = 'gistboard/confirm';
const TRY_AGAIN_MS = 200;

/** A role at work, over MCP. A service that is away for a while is tried again: nothing of the work is lost by that. */
export class Member {
  #url;
  #token;
  #client;
  #receipts = [];

  constructor({ url, token, name }) {
    this.name = name;
    this.#url = url;
    this.#token = token;
  }

  /** Writes the next version behind `last`; done, too, where the answer to an earlier try was lost. */
  async write(kind, content, last) {
    const args = { kind, content, if_version: last };
    const { text, isError } = await this.#call('artifact_write', args);
    const isDone = isError && text.startsWith('version_conflict') && text.includes(`newest version is ${last + 1}`);
    if (isError && !isDone) throw new Error(`${this.name}: ${text}`);
    console.log(`${this.name} writes ${kind} v${last + 1}`);
  }

  /** The text of a version; waits for it. */
  async read(kind, version, slot) {
    for (;;) {
      const args = { kind, ...(slot === undefined ? {} : { slot }), version };
      const { text, isError } = await this.#call('artifact_read', args);
      if (!isError && !text.includes('not written yet')) {
        console.log(`${this.name} reads ${kind}${slot === undefined ? '' : ` of ${slot}`} v${version}`);
        return text;
      }
      if (isError && !text.startsWith('not_found')) throw new Error(`${this.name}: ${text}`);
      await this.#call('wait', { timeout_s: 5 });
    }
  }

  /** What is refused to it: the text of the refusal. */
  async refusal(tool, args) {
    const { text, isError } = await this.#call(tool, args);
    if (!isError) throw new Error(`${this.name} was let ${tool} ${JSON.stringify(args)}`);
    console.log(`${this.name} is refused: ${text.split('\n')[0]}`);
    return text;
  }

  async leave() {
    await this.#client?.close();
  }

  async #call(name, args) {
    for (;;) {
      try {
        this.#client ??= await this.#connect();
        const result = await this.#client.callTool({ name, arguments: args, _meta: { [CONFIRM]: this.#receipts } });
        const receipt = result._meta?.[RECEIPT];
        this.#receipts = receipt === undefined ? [] : [receipt];
        const text = result.content.map((part) => part.text).join('\n');
        if (!text.startsWith('unavailable')) return { text, isError: result.isError === true };
      } catch (error) {
        if (error?.code === 401 || String(error).includes('401')) throw error;
        await this.#client?.close().catch(() => undefined);
        this.#client = undefined;
      }
      await pause(TRY_AGAIN_MS);
    }
  }

  async #connect() {
    const transport = new StreamableHTTPClientTransport(new URL(`${this.#url}/mcp?${QUERY}`), {
      requestInit: { headers: { Authorization: `Bearer ${this.#token}` } },
    });
    const client = new Client({ name: 'demo-goal', version: '1.0.0' });
    await client.connect(transport);
    return client;
  }
}
