import type { BoardCalls } from './board-calls.js';
import type { HookEvent } from './clients/shapes.js';
import type { HookInput } from './domain/hook-input.js';
import type { SessionMemory } from './session-memory.js';
import { noticeOffer, type Offer, unreadOffer, viewOffer } from './turn-texts.js';

/** One run of a hook. */
export interface HookRun {
  readonly input: HookInput;
  readonly memory: SessionMemory;
  readonly calls: BoardCalls;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Undefined: the service knows, by the token. */
  readonly agent: string | undefined;
}

/** What this hook has to show; undefined: nothing. */
export function offerFor(event: HookEvent, run: HookRun): Promise<Offer | undefined> {
  switch (event) {
    case 'session-start':
      return atStart(run);
    case 'user-prompt-submit':
      return atPrompt(run);
    case 'post-tool-use':
      return betweenSteps(run);
    case 'stop':
      return atStop(run);
  }
}

/** A session that is taken up again knows what it was shown; any other begins with an empty context. */
async function atStart(run: HookRun): Promise<Offer | undefined> {
  if (run.input.source !== 'resume') run.memory.rememberViewDue(true);
  run.memory.forgetOld(run.nowMs);
  return atPrompt(run);
}

/** Where the view could not be shown when it was due, it is shown now. */
async function atPrompt({ memory, calls }: HookRun): Promise<Offer | undefined> {
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

async function betweenSteps(run: HookRun): Promise<Offer | undefined> {
  if (run.input.isSubagent || !run.memory.claimPoll(run.nowMs)) return undefined;
  return noticeOffer(run.calls, await agentOf(run));
}

/** The turn goes on for a message that it did not go on for before, and never for what a hook made it go on for. */
async function atStop(run: HookRun): Promise<Offer | undefined> {
  if (run.input.isGoingOn) return undefined;
  const offer = await noticeOffer(run.calls, await agentOf(run), [STOP_HEADER]);
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

const agentOf = async ({ agent, calls }: HookRun): Promise<string> => agent ?? (await calls.whoami());
