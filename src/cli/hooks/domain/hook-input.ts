/** What we need of a hook's input; all three clients name these fields alike. */
export interface HookInput {
  /** Empty: the client named none. */
  readonly sessionId: string;
  /** Why the session starts: the client's own word, such as `resume`. */
  readonly source: string | undefined;
  /** The turn goes on already because a hook asked for it. */
  readonly isGoingOn: boolean;
  /** It runs for a part of the work whose context the agent never sees. */
  readonly isSubagent: boolean;
  /** Where the agent works; of a tool that edits, the file. */
  readonly folder: string | undefined;
  readonly editedFile: string | undefined;
}

export type ParsedInput =
  { readonly kind: 'input'; readonly input: HookInput } | { readonly kind: 'broken'; readonly message: string };

/** `name` is the client's own name of the hook, as its input must say it. */
export function parseHookInput(text: string, name: string): ParsedInput {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'broken', message: 'its input is no JSON object' };
  const fields = new Map<string, unknown>(Object.entries(value));
  const said = fields.get('hook_event_name');
  if (said !== name)
    return { kind: 'broken', message: `its input is for ${JSON.stringify(said ?? null)} and not for "${name}"` };
  return {
    kind: 'input',
    input: {
      sessionId: textOf(fields.get('session_id')) ?? '',
      source: textOf(fields.get('source')),
      isGoingOn: fields.get('stop_hook_active') === true,
      isSubagent: textOf(fields.get('agent_id')) !== undefined,
      folder: textOf(fields.get('cwd')),
      editedFile: editedFile(fields.get('tool_input')),
    },
  };
}

/** Tools for notebooks name it otherwise. */
function editedFile(toolInput: unknown): string | undefined {
  if (typeof toolInput !== 'object' || toolInput === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(toolInput));
  return textOf(fields.get('file_path')) ?? textOf(fields.get('notebook_path'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
