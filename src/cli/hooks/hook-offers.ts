import type { Connection } from '../connection.js';
import { BoardCalls } from './board-calls.js';
import type { HookEvent } from './clients/shapes.js';
import type { HookInput } from './domain/hook-input.js';
import type { SessionMemory } from './session-memory.js';
import { noticeOffer, type Offer, unreadOffer, viewOffer } from './turn-texts.js';

/** One run of a hook. */
export interface HookRun {
  readonly input: HookInput;
  readonly memory: SessionMemory;
  readonly connection: Connection;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Ends when the agent has waited long enough. */
  readonly left: AbortSignal;
}

/** What this hook has to show; undefined: nothing. */
export function offerFor(event: HookEvent, run: HookRun): Promise<Offer | undefined> {
  const calls = new BoardCalls(run.connection, run.left);
  switch (event) {
    case 'session-start':
      return atStart(run, calls);
    case 'user-prompt-submit':
      return atPrompt(run, calls);
    case 'post-tool-use':
      return noticesFor(run, calls);
    case 'stop':
      return atStop(run, calls);
  }
}

/** A session that is taken up again knows what it was shown; any other begins with an empty context. */
async function atStart(run: HookRun, calls: BoardCalls): Promise<Offer | undefined> {
  if (run.input.source !== 'resume') run.memory.rememberViewDue(true);
  run.memory.forgetOld(run.nowMs);
  return atPrompt(run, calls);
}

/** Where the view could not be shown when it was due, it is shown now. */
async function atPrompt({ memory }: HookRun, calls: BoardCalls): Promise<Offer | undefined> {
  if (!memory.isViewDue) return unreadOffer(calls);
  const offer = await viewOffer(calls);
  if (offer === undefined) {
    memory.rememberViewDue(false);
    return undefined;
  }
  return {
    ...offer,
    confirm: async () => {
      memory.rememberViewDue(false);
      await offer.confirm();
    },
  };
}

/** The turn goes on for a message that it did not go on for before, and never for what a hook made it go on for. */
async function atStop(run: HookRun, calls: BoardCalls): Promise<Offer | undefined> {
  if (run.input.isGoingOn) return undefined;
  const offer = await noticesFor(run, calls, [STOP_HEADER]);
  if (offer === undefined) return undefined;
  const before = run.memory.wentOnFor();
  const fresh = offer.messages.filter((label) => !before.has(label));
  if (fresh.length === 0) return undefined;
  return {
    ...offer,
    confirm: async () => {
      run.memory.rememberWentOnFor(fresh);
      await offer.confirm();
    },
  };
}

const STOP_HEADER =
  'Before you stop: messages for you came in. See whether they change what you did; answer with the tool post where an answer is due.';

/** Of an agent with a token the service knows the name. */
async function noticesFor({ connection }: HookRun, calls: BoardCalls, ours: readonly string[] = []) {
  const { identity } = connection;
  return noticeOffer(calls, 'agent' in identity ? identity.agent : await calls.whoami(), ours);
}
