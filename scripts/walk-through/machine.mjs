import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent } from '../lib/agent.mjs';
import { root } from '../lib/ensure.mjs';

/** The machine of one person: a home folder, a checkout in it, and the agents that run there. */
export class Machine {
  #person;
  #home;
  #print;
  #env;
  #agents = [];

  constructor(person, { folder, print, env }) {
    this.#person = person;
    this.#home = join(folder, 'home', person);
    this.#print = print;
    this.#env = { HOME: this.#home, ...env };
    mkdirSync(this.project, { recursive: true });
    spawnSync('git', ['init', '--quiet'], { cwd: this.project });
  }

  get project() {
    return join(this.#home, 'app');
  }

  /** A file of this person, such as a token: its path. */
  keep(name, text) {
    const path = join(this.#home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  /** What stands in a file of the project. */
  read(name) {
    return readFileSync(join(this.project, name), 'utf8');
  }

  /** Runs a command and shows it with all that it prints; answers what it put out. */
  async gistboard(...words) {
    const { stdout, said } = await this.#run(words);
    this.#print(this.#person, `$ gistboard ${words.map(shellWord).join(' ')}`, said.trimEnd().split('\n'));
    return stdout;
  }

  /** Tells what this person does beside the board. */
  does(what) {
    this.#print(this.#person, `(${what})`, []);
  }

  /** Starts an agent of this person: `gistboard mcp` with these flags. */
  async agent(...words) {
    this.#print(this.#person, `$ gistboard mcp ${words.map(shellWord).join(' ')}`, []);
    const name = `${this.#person}'s agent`;
    const agent = await Agent.start(name, { words, env: this.#env, cwd: this.project, print: this.#print });
    this.#agents.push(agent);
    return agent;
  }

  async leave() {
    for (const agent of this.#agents) await agent.leave();
  }

  #run(words) {
    const program = join(root, 'dist', 'src', 'cli', 'gistboard.js');
    const options = { env: { PATH: process.env.PATH, ...this.#env }, cwd: this.project, encoding: 'utf8' };
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [program, ...words], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`gistboard ${words.join(' ')}: ${stderr}`));
        else resolve({ stdout, said: stdout + stderr });
      });
    });
  }
}

const shellWord = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`);
