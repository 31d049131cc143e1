import { query, type RestRequest, type Twin } from './twin.js';

const form = (name: string, text: string): RestRequest => ({
  method: 'POST',
  path: '/board/B/files',
  file: { name, text },
});

/** Of files, on a board whose file G8 is bob's. */
export const FILE_TWINS: readonly Twin[] = [
  {
    tool: 'upload',
    operation: 'uploadFile',
    args: { name: 'a.txt', text: 'zebra é' },
    request: form('a.txt', 'zebra é'),
    told: ({ name, bytes, label }: { name: string; bytes: number; label: string }) => [
      `Uploaded ${name} (${bytes} bytes) on B as ${label}, for all.`,
    ],
    bad: { args: { name: '../x', text: 'x' }, request: form('../x', 'x') },
  },
  {
    tool: 'download',
    operation: 'downloadFile',
    args: { file: 'G8' },
    request: query('/board/B/files/G8'),
    told: (content: string) => [`| ${content}`],
    bad: { args: { file: 'G1' }, request: query('/board/B/files/G1') },
  },
  {
    tool: 'files',
    operation: 'listFiles',
    args: { limit: 5 },
    request: query('/board/B/files?limit=5'),
    told: ({ items }: { items: readonly { label: string; name: string; bytes: number }[] }) =>
      items.flatMap(({ label, name, bytes }) => [`${label} ${bytes} bytes`, name]),
    bad: { args: { limit: 0 }, request: query('/board/B/files?limit=0') },
  },
];
