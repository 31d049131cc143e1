import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../auth/secret.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { Problem } from '../../kernel/problem.js';
import { Settings } from '../../platform/config/settings.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { tokenDraft } from '../domain/token-entries.js';
import { NewMembersService } from '../new-members.service.js';
import type { JoinedDto } from './invites.dto.js';
import { InvitesRepository } from './invites.repository.js';

/** Turns the code of an invite into a membership and a token for one board. */
@Injectable()
export class JoinService {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly newMembers: NewMembersService,
    private readonly writer: JournalWriter,
    private readonly settings: Settings,
  ) {}

  /** Once for each code, whoever comes at the same time; throws `bad_invite`, the same whatever is wrong with it. */
  async join(code: string, key: RequestKey | undefined): Promise<Answer<JoinedDto>> {
    const digest = secretDigest(code);
    const board = await this.invites.boardOf(digest);
    if (board === undefined) throw badInvite();
    const { ref, slug } = board;
    return this.writer.write({
      kind: 'own',
      board: ref,
      key,
      decide: async ({ tx }) => {
        const invite = await this.invites.openByDigest(tx, digest);
        if (invite === undefined) throw badInvite();
        const { id, agent } = invite;
        await this.invites.end(tx, id, 'joined');
        await this.newMembers.add(tx, ref, { agent, isOwner: false });
        const { token, dto, stored } = await this.newMembers.makeToken(tx, { ...ref, slug }, agent);
        return {
          drafts: [
            { kind: 'member', type: 'member.joined', author: agent, content: agent },
            tokenDraft('token.created', token, agent),
          ],
          answer: new Answer(201, { ...dto, url: this.settings.publicUrl, board: slug }),
          stored,
        };
      },
    });
  }
}

const badInvite = (): Problem =>
  new Problem(
    'bad_invite',
    'There is no open invite of this code: it was used, cancelled, or has run out. Ask for another.',
  );
