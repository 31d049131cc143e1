import { Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import { problemBody } from '../../platform/http/problem-document.js';
import type { InviteDto } from './invites.dto.js';
import type { Invite } from './invites.repository.js';

export const inviteDto = (invite: Invite, board: string): InviteDto => ({
  id: invite.id,
  board,
  agent: invite.agent,
  prefix: invite.prefix,
  created_by: invite.createdBy,
  created_at: new Date(invite.createdAtMs).toISOString(),
  expires_at: new Date(invite.expiresAtMs).toISOString(),
});

/** What is kept under the key of a request that made an invite, so that a repeat shows no URL. */
export function alreadyInvited({ id, prefix }: Invite): Answer<unknown> {
  const detail = `An earlier request with this key made invite ${id} (${prefix}...). Its URL was shown then and is not kept; cancel it and make another.`;
  return new Answer(409, problemBody(new Problem('already_created', detail, { members: { invite_id: id, prefix } })));
}
