import { Connection } from './connection.mjs';

const TICK_MS = 10;

/**
 * Sends requests at a rate whatever the answers do, with at most `bound` under way: what would be more is not sent, so
 * the load is bounded too. `textOf(n)` makes the nth. Answers {answers: {status, head, ms}[], unsent, failures, stoppedAt}
 * once all that was sent is answered; `failures` is {reason: count} of what got no answer.
 */
export async function openLoop(url, { perSecond, seconds, bound, textOf }) {
  const idle = [];
  const answers = [];
  const underWay = new Set();
  let sent = 0;
  let unsent = 0;
  const failures = {};
  const startedAt = performance.now();
  const send = async (text) => {
    try {
      const connection = idle.pop() ?? (await Connection.open(url));
      const { status, head, ms } = await connection.send(text);
      answers.push({ status, head, ms });
      idle.push(connection);
    } catch (error) {
      const reason = error.code ?? error.message;
      failures[reason] = (failures[reason] ?? 0) + 1;
    }
  };
  const launch = () => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    for (; sent + unsent < due;) {
      if (underWay.size >= bound) {
        unsent += 1;
        continue;
      }
      const task = send(textOf(sent++)).finally(() => underWay.delete(task));
      underWay.add(task);
    }
  };
  const timer = setInterval(launch, TICK_MS);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  clearInterval(timer);
  const stoppedAt = performance.now();
  await Promise.all(underWay);
  for (const connection of idle) connection.close();
  return { answers, unsent, failures, stoppedAt };
}
