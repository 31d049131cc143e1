import { STATEMENT } from './agreement-client.js';
import { post, put, query, type Twin } from './twin.js';

/** Of facts, agreement and the roster, on a board whose fact `build` is G4 and whose proposal G5 is carol's. */
export const COORDINATION_TWINS: readonly Twin[] = [
  {
    tool: 'facts',
    operation: 'listFacts',
    args: { limit: 1 },
    request: query('/board/B/facts?limit=1'),
    told: ({ items }: { items: readonly { label: string; key: string; value: unknown }[] }) =>
      items.flatMap(({ label, key, value }) => [label, key, JSON.stringify(value)]),
    bad: { args: { after: '.' }, request: query('/board/B/facts?after=.') },
  },
  {
    tool: 'set_fact',
    operation: 'setFact',
    args: { key: 'build', value: { z: 1, a: '1' }, if_version: 1 },
    request: put('/board/B/facts/build', { value: { z: 1, a: '1' }, if_version: 1 }),
    told: ({ key, label, version }: { key: string; label: string; version: number }) => [
      `${key} on B is set by ${label}, version ${version}`,
    ],
    bad: {
      args: { key: 'build', value: 1, if_version: 7 },
      request: put('/board/B/facts/build', { value: 1, if_version: 7 }),
    },
  },
  {
    tool: 'propose',
    operation: 'propose',
    args: { text: 'zebra plan', voters: ['bob'] },
    request: post('/board/B/proposals', { text: 'zebra plan', voters: ['bob'] }),
    told: ({ proposal: { label, text } }: { proposal: Record<string, string> }) => [
      `${label ?? ''} on B by alice is open`,
      text ?? '',
    ],
    bad: { args: { text: 'x', required: 9 }, request: post('/board/B/proposals', { text: 'x', required: 9 }) },
  },
  {
    tool: 'confirm',
    operation: 'confirmProposal',
    args: { proposal: 'G5', statement: STATEMENT },
    request: post('/board/B/proposals/G5/confirm', { statement: STATEMENT }),
    told: ({ proposal: { label } }: { proposal: Record<string, string> }) => [
      `${label ?? ''} on B by carol is approved: 1 of 1 confirmed (carol).`,
    ],
    bad: {
      args: { proposal: 'G5', statement: 'yes' },
      request: post('/board/B/proposals/G5/confirm', { statement: 'yes' }),
    },
  },
  {
    tool: 'plan',
    operation: 'plan',
    args: {},
    request: query('/board/B/plan'),
    told: ({ proposal: { label, text } }: { proposal: Record<string, string> }) => [label ?? '', text ?? ''],
  },
  {
    tool: 'roster',
    operation: 'roster',
    args: { limit: 3 },
    request: query('/board/B/roster?limit=3'),
    told: ({ items }: { items: readonly { agent: string; unread: number; holds: readonly { lease: string }[] }[] }) =>
      items.flatMap(({ agent, unread, holds }) => [
        `${agent} active, seen `,
        ` s ago, ${unread} unread: ${holds.map(({ lease }) => `holds ${lease}`).join()}`,
      ]),
    bad: { args: { limit: 0 }, request: query('/board/B/roster?limit=0') },
  },
];
