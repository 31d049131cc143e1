import { describe, expect, it } from '@jest/globals';
import { addBlock, hasBlock, removeBlock } from './toml-config.js';

const BLOCK = `[mcp_servers.gistboard]
command = "node"

[mcp_servers.gistboard.tools.inbox]
approval_mode = "approve"
`;
const MINE = 'model = "x"\n';
const WITH = addBlock(MINE, BLOCK).text;
const [BEGIN = ''] = /^# >>>.*$/m.exec(WITH) ?? [];
const END = '# <<< gistboard';
const PROJECTS = '[projects."/home/al/app"]\ntrust_level = "trusted"\n';

describe('removeBlock', () => {
  it.each([
    ['as it was written', WITH, MINE],
    ['in a file of ours alone', addBlock('', BLOCK).text, ''],
    // An editor that keeps the last comment last, as that of Codex does.
    ['a table before the last line', WITH.replace(END, `\n${PROJECTS}${END}`), `${MINE}\n${PROJECTS}`],
    [
      'a table with a comment between two of ours',
      WITH.replace('\n[mcp_servers.gistboard.tools', `\n# why\n${PROJECTS}\n[mcp_servers.gistboard.tools`),
      `${MINE}\n# why\n${PROJECTS}\n`,
    ],
    ['a key of theirs in our table', WITH.replace('"node"\n', '"node"\nstartup_timeout_sec = 20\n'), MINE],
    ['the last line taken away', WITH.replace(`${END}\n`, PROJECTS), `${MINE}${PROJECTS}`],
    ['CRLF', WITH.replaceAll('\n', '\r\n'), MINE.replaceAll('\n', '\r\n')],
    ['a server of a like name', `${WITH}[mcp_servers.gistboard2]\n`, `${MINE}[mcp_servers.gistboard2]\n`],
    ['tables that setup did not write', `${MINE}${BLOCK}`, `${MINE}${BLOCK}`],
    ['our lines in a string', `a = '''\n${BEGIN}\n${END}\n'''\n`, `a = '''\n${BEGIN}\n${END}\n'''\n`],
  ])('takes out what is ours and nothing else: %s', (_, text, left) => {
    expect(removeBlock(text)).toBe(left);
  });
});

describe('hasBlock', () => {
  it.each([
    ['as it was written', WITH, true],
    ['a table before the last line', WITH.replace(END, `\n${PROJECTS}${END}`), true],
    ['a table of ours more', WITH.replace(END, `[mcp_servers.gistboard.tools.post]\n${END}`), false],
    ['another command', WITH.replace('"node"', '"nodejs"'), false],
    ['nothing', MINE, false],
  ])('tells whether it is in place: %s', (_, text, isThere) => {
    expect(hasBlock(text, BLOCK)).toBe(isThere);
  });
});
