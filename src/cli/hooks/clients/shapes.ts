import type { ClientName } from '../../clients.js';

/** The moments at which a client runs a hook, in our words. */
export const HOOK_EVENTS = ['session-start', 'user-prompt-submit', 'post-tool-use', 'stop'] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** One hook of one client. */
export interface HookShape {
  /** The client's own name of the moment: `hook_event_name` of its input, and the key in its settings. */
  readonly name: string;
  /** What is printed so that the model reads `text`. */
  output(text: string): object;
}

/** Text beside what the model reads anyway. */
const context = (name: string): HookShape => ({
  name,
  output: (text) => ({ hookSpecificOutput: { hookEventName: name, additionalContext: text } }),
});

/** The turn goes on, with this text as what to go on with. */
const goOn = (name: string, decision: 'block' | 'deny'): HookShape => ({
  name,
  output: (text) => ({ decision, reason: text }),
});

/** The hook of Claude Code that asks before a file is edited; the other clients have none that we use. */
export const EDIT_GUARD = {
  event: 'pre-tool-use',
  client: 'claude-code',
  name: 'PreToolUse',
  /** Its tools that write to a file. */
  tools: 'Edit|MultiEdit|Write|NotebookEdit',
  /** The edit does not happen, and the model reads why. */
  deny: (reason: string): object => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }),
  /** The edit goes on as it would without the hook, and the user reads it. */
  warn: (text: string): object => ({ systemMessage: text }),
} as const;

/** What each client calls each hook, and what it shows to its model. Looked up where docs/agents.md says. */
export const HOOK_SHAPES: Readonly<Record<ClientName, Readonly<Record<HookEvent, HookShape>>>> = {
  'claude-code': {
    'session-start': context('SessionStart'),
    'user-prompt-submit': context('UserPromptSubmit'),
    'post-tool-use': context('PostToolUse'),
    stop: goOn('Stop', 'block'),
  },
  codex: {
    'session-start': context('SessionStart'),
    'user-prompt-submit': context('UserPromptSubmit'),
    'post-tool-use': context('PostToolUse'),
    stop: goOn('Stop', 'block'),
  },
  gemini: {
    'session-start': context('SessionStart'),
    'user-prompt-submit': context('BeforeAgent'),
    'post-tool-use': context('AfterTool'),
    stop: goOn('AfterAgent', 'deny'),
  },
};
