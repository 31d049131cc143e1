import type { components, operations } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import { dataOf } from './team.js';

export type Roster = components['schemas']['RosterDto'];
export type RosterMember = components['schemas']['RosterMemberDto'];

/** The roster of a board, through the generated client. */
export async function rosterOf(
  client: GistboardClient,
  board: string,
  query: operations['roster']['parameters']['query'] = {},
): Promise<Roster> {
  return dataOf(await client.GET('/board/{board}/roster', { params: { path: { board }, query } }));
}

/** `bob active`, in the roster's order. */
export const statesIn = ({ items }: Roster): readonly string[] => items.map(({ agent, state }) => `${agent} ${state}`);

/** One member of it; throws where it is not listed. */
export function memberIn({ items }: Roster, agent: string): RosterMember {
  const found = items.find((member) => member.agent === agent);
  if (found === undefined) throw new Error(`${agent} is not on the roster`);
  return found;
}
