import { post, query, type Twin } from './twin.js';

/** Of leases, on a board whose lease G7 on src/a.ts and a task is alice's, who is also the caller. */
export const LEASE_TWINS: readonly Twin[] = [
  {
    tool: 'claim',
    operation: 'claim',
    args: { resources: ['docs/a.md'], intent: 'x' },
    request: post('/board/B/leases', { resources: ['docs/a.md'], intent: 'x' }),
    told: ({ lease, fence }: { lease: string; fence: number }) => [
      `${lease} is granted on B`,
      `fence ${fence}`,
      'docs/a.md',
    ],
    bad: { args: { resources: ['/etc'] }, request: post('/board/B/leases', { resources: ['/etc'] }) },
  },
  {
    tool: 'release',
    operation: 'releaseLease',
    besides: 'releaseResources',
    args: { label: 'G7', outcome: 'handoff', to: 'bob' },
    request: post('/board/B/leases/G7/release', { outcome: 'handoff', to: 'bob' }),
    told: ({ ended, message }: { ended: readonly string[]; message: string }) => [
      `${ended.join()} on B is over`,
      message,
    ],
    bad: { args: { label: 'G1', outcome: 'done' }, request: post('/board/B/leases/G1/release', { outcome: 'done' }) },
  },
  {
    tool: 'release',
    operation: 'releaseResources',
    besides: 'releaseLease',
    args: { resources: ['src/a.ts'], outcome: 'done' },
    request: post('/board/B/leases/release', { resources: ['src/a.ts'], outcome: 'done' }),
    told: ({ kept }: { kept: readonly string[] }) => [`${kept.join()} still holds the rest`],
    bad: {
      args: { resources: ['src/b.ts'], outcome: 'done' },
      request: post('/board/B/leases/release', { resources: ['src/b.ts'], outcome: 'done' }),
    },
  },
  {
    tool: 'tasks',
    operation: 'listLeases',
    args: { holder: 'alice' },
    request: query('/board/B/leases?holder=alice'),
    told: ({ items }: { items: readonly { lease: string; resources: readonly string[]; intent: string }[] }) =>
      items.flatMap(({ lease, resources, intent }) => [
        `${lease} alice since`,
        `: ${resources.join(', ')} | ${intent}`,
      ]),
    bad: { args: { limit: 0 }, request: query('/board/B/leases?limit=0') },
  },
];
