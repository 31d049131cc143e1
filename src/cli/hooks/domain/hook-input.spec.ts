import { describe, expect, it } from '@jest/globals';
import { parseHookInput } from './hook-input.js';

const BARE = {
  sessionId: '',
  source: undefined,
  isGoingOn: false,
  isSubagent: false,
  folder: undefined,
  editedFile: undefined,
};

describe('parseHookInput', () => {
  it.each([
    ['{"hook_event_name":"Stop"}', BARE],
    [
      '{"hook_event_name":"Stop","session_id":"s1","stop_hook_active":true}',
      { ...BARE, sessionId: 's1', isGoingOn: true },
    ],
    ['{"hook_event_name":"Stop","stop_hook_active":"true","session_id":7}', BARE],
    ['{"hook_event_name":"Stop","source":"resume","agent_id":"a1"}', { ...BARE, source: 'resume', isSubagent: true }],
    ['{"hook_event_name":"Stop","agent_id":"","agent_type":"reviewer"}', BARE],
    [
      '{"hook_event_name":"Stop","cwd":"/app","tool_input":{"file_path":"/app/a.ts","content":"x"}}',
      { ...BARE, folder: '/app', editedFile: '/app/a.ts' },
    ],
    ['{"hook_event_name":"Stop","tool_input":{"notebook_path":"a.ipynb"}}', { ...BARE, editedFile: 'a.ipynb' }],
    ['{"hook_event_name":"Stop","tool_input":null,"cwd":7}', BARE],
    ['{"hook_event_name":"Stop","__proto__":{"session_id":"s1"}}', BARE],
  ])('takes what it needs of %s', (text, input) => {
    expect(parseHookInput(text, 'Stop')).toEqual({ kind: 'input', input });
  });

  it.each([
    ['', 'its input is no JSON object'],
    ['null', 'its input is no JSON object'],
    ['[]', 'its input is no JSON object'],
    ['"Stop"', 'its input is no JSON object'],
    ['{}', 'its input is for null and not for "Stop"'],
    ['{"hook_event_name":"SessionStart"}', 'its input is for "SessionStart" and not for "Stop"'],
  ])('says what is wrong with %s', (text, message) => {
    expect(parseHookInput(text, 'Stop')).toEqual({ kind: 'broken', message });
  });
});
