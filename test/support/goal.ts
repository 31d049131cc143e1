import type { components } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import { dataOf, type NewToken } from './team.js';

type Schemas = components['schemas'];
export type DeclaredRole = Schemas['DeclareRoleDto'];

/** Roles that most specs begin with. */
export const PANEL: readonly DeclaredRole[] = [
  { name: 'orchestrator' },
  { name: 'implement', may_edit: true },
  { name: 'review', count: 2, purpose: 'find what the tests do not' },
];

/** The goal of one board, as somebody declares, staffs and closes it. */
export class GoalDesk {
  constructor(
    readonly client: GistboardClient,
    readonly board: string,
  ) {}

  declare(roles: readonly DeclaredRole[] = PANEL, goal = 'Retries with a cap') {
    const params = { path: { board: this.board } };
    return this.client.PUT('/board/{board}/roles', { params, body: { goal, roles: [...roles] } });
  }

  describe() {
    return this.client.GET('/board/{board}/roles', { params: { path: { board: this.board } } });
  }

  brief(name: string, ordinal?: number) {
    const query = ordinal === undefined ? {} : { ordinal };
    const params = { path: { board: this.board, name }, query };
    return this.client.GET('/board/{board}/roles/{name}/brief', { params });
  }

  tryMint(name: string, body: Schemas['CreateRoleTokenDto'] = {}) {
    const params = { path: { board: this.board, name } };
    return this.client.POST('/board/{board}/roles/{name}/tokens', { params, body });
  }

  async mint(name: string, ordinal = 1): Promise<NewToken> {
    return dataOf(await this.tryMint(name, { ordinal }));
  }

  revoke(name: string, ordinal = 1) {
    const params = { path: { board: this.board, name }, query: { ordinal } };
    return this.client.DELETE('/board/{board}/roles/{name}/tokens', { params });
  }

  close() {
    return this.client.POST('/board/{board}/close', { params: { path: { board: this.board } } });
  }
}
