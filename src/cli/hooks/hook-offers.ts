import type { Connection } from '../connection.js';
import { BoardCalls } from './board-calls.js';
import type { HookEvent } from './clients/shapes.js';
import type { HookInput } from './domain/hook-input.js';
import { type SessionMemory, UNKNOWN_MESSAGE } from './session-memory.js';
import { stopOffer } from './stop-offer.js';
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
      return atStep(run, calls);
    case 'stop':
      return atStop(run, calls);
  }
}

/** A session that is taken up again knows what it was shown; any other begins with an empty context. */
async function atStart(run: HookRun, calls: BoardCalls): Promise<Offer | undefined> {
  const isEmpty = run.input.source !== 'resume';
  if (isEmpty) run.memory.rememberViewDue(true);
  run.memory.forgetOld(run.nowMs);
  return turnOffer(run.memory, calls, isEmpty || run.memory.isViewDue);
}

/** Where the view could not be shown when it was due, it is shown now. */
const atPrompt = ({ memory }: HookRun, calls: BoardCalls): Promise<Offer | undefined> =>
  turnOffer(memory, calls, memory.isViewDue);

async function turnOffer(memory: SessionMemory, calls: BoardCalls, isViewDue: boolean): Promise<Offer | undefined> {
  if (!isViewDue) return unreadOffer(calls);
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

/** A turn that a hook made go on ends all the same, so no two agents keep each other awake. */
async function atStop(run: HookRun, calls: BoardCalls): Promise<Offer | undefined> {
  return run.input.isGoingOn ? undefined : stopOffer(calls, run.memory, await agentOf(run, calls));
}

/** What is leased is remembered until it is shown, for the end of the turn, also where this run ends before it knows. */
async function atStep(run: HookRun, calls: BoardCalls): Promise<Offer | undefined> {
  const { memory } = run;
  const held = memory.held();
  const agent = await agentOf(run, calls);
  memory.rememberHeld(new Map([...held, [UNKNOWN_MESSAGE, '']]));
  const offer = await noticeOffer(calls, agent);
  memory.rememberHeld(new Map([...held, ...(offer?.leased ?? [])]));
  if (offer === undefined) return undefined;
  return {
    ...offer,
    confirm: () => {
      memory.rememberHeld(held);
      return offer.confirm();
    },
  };
}

/** Of an agent with a token the service knows the name. */
function agentOf({ connection: { identity } }: HookRun, calls: BoardCalls): Promise<string> {
  return 'agent' in identity ? Promise.resolve(identity.agent) : calls.whoami();
}
