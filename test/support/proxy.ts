import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** What a trap waits for was sent here, before the text that springs it. */
  isArmed: boolean;
}

interface Trap {
  readonly text: string;
  /** Sent on the same connection before; empty: nothing. */
  readonly behind: string;
  readonly isAfterAnswer: boolean;
  readonly sprung: () => void;
}

/** A way to a database that can be refused, cut and frozen, without hurting others who use the same server. */
export class DatabaseProxy {
  readonly #pairs = new Set<Pair>();
  #listener: Server | undefined;
  #port = 0;
  #isFrozen = false;
  #trap: Trap | undefined;

  private constructor(private readonly target: URL) {}

  static async open(dsn: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(dsn));
    await proxy.accept();
    return proxy;
  }

  /** The same database, reached through here. */
  get dsn(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async accept(): Promise<void> {
    this.#listener = createServer((client) => {
      this.#join(client);
    }).listen(this.#port, '127.0.0.1');
    await once(this.#listener, 'listening');
    this.#port = (this.#listener.address() as AddressInfo).port;
  }

  /** As if the server had been stopped: connections are cut, new ones refused. */
  async refuse(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    const closed = new Promise<void>((resolve) =>
      listener === undefined
        ? resolve()
        : listener.close(() => {
            resolve();
          }),
    );
    this.cut();
    await closed;
  }

  cut(): void {
    for (const pair of this.#pairs) this.#end(pair);
  }

  /** As if the server had been stopped by SIGSTOP: connections are taken and stay, and nothing goes through. */
  freeze(): void {
    this.#isFrozen = true;
    for (const { client, server } of this.#pairs) {
      client.pause();
      server.pause();
    }
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const { client, server } of this.#pairs) {
      client.resume();
      server.resume();
    }
  }

  /** Cuts the next connection whose statement ends with this text: before the server gets it, or after its answer. */
  cutAt(text: string, when: 'before' | 'after-answer', behind = ''): Promise<void> {
    for (const pair of this.#pairs) pair.isArmed = false;
    return new Promise((resolve) => {
      this.#trap = { text, behind, isAfterAnswer: when === 'after-answer', sprung: resolve };
    });
  }

  /** The same at the next commit of entries; others commit too, such as when agents were there. */
  cutAtCommit(when: 'before' | 'after-answer'): Promise<void> {
    return this.cutAt('COMMIT AND CHAIN', when, 'INSERT INTO journal_entry ');
  }

  async close(): Promise<void> {
    await this.refuse();
  }

  #join(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const pair: Pair = { client, server, isArmed: false };
    this.#pairs.add(pair);
    let isDoomed: (() => void) | undefined;
    client.on('data', (chunk) => {
      const trap = this.#trap;
      const sent = trap === undefined ? '' : chunk.toString('latin1');
      if (trap !== undefined && sent.includes(trap.behind)) pair.isArmed = true;
      if (trap !== undefined && pair.isArmed && sent.endsWith(trap.text)) {
        this.#trap = undefined;
        isDoomed = trap.sprung;
        if (!trap.isAfterAnswer) {
          this.#end(pair);
          trap.sprung();
          return;
        }
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (isDoomed === undefined) client.write(chunk);
      else {
        this.#end(pair);
        isDoomed();
      }
    });
    for (const socket of [client, server]) {
      socket.setNoDelay(true).on('error', () => undefined);
      socket.on('close', () => {
        this.#end(pair);
      });
      if (this.#isFrozen) socket.pause();
    }
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  }
}
