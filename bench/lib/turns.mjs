import { ask, askAll, requestText } from './connection.mjs';
import { quantile } from './stats.mjs';
import { agentName, noteOf, randomOf } from './texts.mjs';

const CLIENTS = 32;
const NOTES = 20;
const random = randomOf(7);

const jsonOf = ({ body }) => JSON.parse(body.toString());
const asked = (agents, text) => Array.from({ length: agents }, (_, index) => text(agentName(index)));

/** Each agent's first snapshot, so that afterwards only news is news. */
export const meetAgents = (server, board, agents) =>
  timedAll(
    server,
    asked(agents, (agent) => requestText('GET', `/snapshot?boards=${board}`, { agent })),
  );

/**
 * One turn of all agents: notes come and each takes its snapshot; more notes come, and each polls and confirms.
 * Answers {snapshot, pending, shown}: {perSecond, p50Ms, p99Ms} each, over 32 connections.
 */
export async function turnOf(server, board, agents) {
  await writeNews(server, board);
  const snapshot = await timedAll(
    server,
    asked(agents, (agent) => requestText('GET', `/snapshot?boards=${board}`, { agent })),
  );
  await writeNews(server, board);
  const pending = await timedAll(
    server,
    asked(agents, (agent) => requestText('GET', `/pending/${agent}?boards=${board}`, { agent })),
  );
  const shown = await timedAll(
    server,
    pending.answers.map((answer, index) => shownText(jsonOf(answer), agentName(index))),
  );
  return { snapshot: snapshot.numbers, pending: pending.numbers, shown: shown.numbers };
}

/** Notes for all, and a message to every tenth agent. */
async function writeNews(server, board) {
  const notes = Array.from({ length: NOTES }, () => noteOf(random));
  await ask(server.url, 'POST', `/board/${board}/write`, { agent: 'writer', body: { notes } });
  const to = agentName(10 * Math.floor(random() * 10));
  await ask(server.url, 'POST', `/board/${board}/messages`, { agent: 'writer', body: { to, body: 'Is it yours?' } });
}

/** Confirms all that a poll leased; a poll without a lease is a fault of the bench. */
export function shownText({ lease_id, events, gists }, agent) {
  if (lease_id === null) throw new Error(`${agent} was offered nothing`);
  const boards = Object.fromEntries(gists.map(({ board, to }) => [board, to]));
  const labels = events.map(({ label }) => label);
  return requestText('POST', `/shown/${agent}`, { agent, body: { lease_id, events: labels, boards } });
}

async function timedAll(server, texts) {
  const startedAt = performance.now();
  const answers = await askAll(server.url, texts, CLIENTS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const times = answers.map(({ ms }) => ms);
  const numbers = { perSecond: texts.length / seconds, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
  return { answers, numbers };
}
