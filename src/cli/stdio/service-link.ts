import { setTimeout as pause } from 'node:timers/promises';
import { boundedText } from '../bounded-text.js';
import { CliError } from '../cli-error.js';
import { isRefused } from '../local/probe.js';
import { systemCode } from '../system-code.js';
import { readAnswer, type ServiceAnswer } from './service-answer.js';

/** How much of the agent's time a message is worth. */
export interface Patience {
  readonly limitMs: number;
  /** Before each further try, where the answer does not say how long. */
  readonly pausesMs: readonly number[];
}

const MAX_ANSWER_BYTES = 8 * 1_048_576;
/** An agent waits for it: what takes longer is told to it instead. */
const MAX_RETRY_AFTER_S = 5;

/** One message for the service. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The client gave the call up. */
  readonly signal: AbortSignal;
  readonly patience: Patience;
}

/** The way to the service: over a restart of it, and a start where it is one of this machine. */
export class ServiceLink {
  /** `ensureRuns` is for a service that may be started when it does not run; it throws where that fails. */
  constructor(private readonly ensureRuns: (() => Promise<unknown>) | undefined) {}

  /**
   * The answer, after some tries: they carry one Idempotency-Key, so what was done is not done again. Throws `CliError` with what an agent can do where none is to be had.
   */
  async post(post: Post): Promise<ServiceAnswer> {
    // A try that was cut off may have done its work, whatever becomes of the later ones.
    let isInDoubt = false;
    for (let attempt = 0; ; attempt += 1) {
      const pauseMs = post.patience.pausesMs[attempt];
      try {
        const answer = await send(post);
        const waitMs = waitBeforeRetry(answer, pauseMs);
        if (waitMs === undefined) return answer;
        await pause(waitMs, undefined, { signal: post.signal });
      } catch (error) {
        post.signal.throwIfAborted();
        isInDoubt ||= !isRefused(error);
        if (isTimeout(error) || pauseMs === undefined) throw away(post, error, isInDoubt);
        if (isRefused(error) && this.ensureRuns !== undefined) await this.ensureRuns();
        else await pause(pauseMs, undefined, { signal: post.signal });
      }
    }
  }
}

async function send({ url, headers, body, signal, patience }: Post): Promise<ServiceAnswer> {
  const limit = AbortSignal.timeout(patience.limitMs);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, limit]),
  });
  return readAnswer(response, await boundedText(response, MAX_ANSWER_BYTES));
}

/** Undefined: the answer is to be taken as it is. */
function waitBeforeRetry(answer: ServiceAnswer, pauseMs: number | undefined): number | undefined {
  if (pauseMs === undefined || answer.kind !== 'refusal' || answer.retryAfterS === undefined) return undefined;
  return answer.retryAfterS <= MAX_RETRY_AFTER_S ? answer.retryAfterS * 1_000 : undefined;
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

function away({ url, patience }: Post, error: unknown, isInDoubt: boolean): CliError {
  const where = new URL(url).origin;
  const why = isTimeout(error)
    ? `did not answer within ${patience.limitMs / 1_000} s`
    : `does not answer (${systemCode(error) ?? String(error)})`;
  const doubt = isInDoubt
    ? 'If this was a write, it may have happened all the same: look before you repeat it.'
    : 'Nothing was written.';
  return new CliError(
    'unreachable',
    `The board's service at ${where} ${why}. ${doubt} Go on with your work and call again later; nothing else needs a restart.`,
  );
}
