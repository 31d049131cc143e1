import { CreateWorkspace1795996800001 } from './migrations/1795996800001-create-workspace.js';
import { CreateAgent1795996800002 } from './migrations/1795996800002-create-agent.js';
import { CreateToken1795996800003 } from './migrations/1795996800003-create-token.js';
import { CreateBoard1795996800004 } from './migrations/1795996800004-create-board.js';
import { CreateBoardMember1795996800005 } from './migrations/1795996800005-create-board-member.js';
import { CreateJournalEntry1795996800006 } from './migrations/1795996800006-create-journal-entry.js';
import { CreateJournalDetail1795996800007 } from './migrations/1795996800007-create-journal-detail.js';
import { CreateJournalRef1795996800008 } from './migrations/1795996800008-create-journal-ref.js';
import { CreateIdempotencyKey1795996800009 } from './migrations/1795996800009-create-idempotency-key.js';
import { IndexJournalRecipient1795996800010 } from './migrations/1795996800010-index-journal-recipient.js';
import { IndexJournalKind1795996800011 } from './migrations/1795996800011-index-journal-kind.js';
import { IndexJournalAuthor1795996800012 } from './migrations/1795996800012-index-journal-author.js';
import { IndexIdempotencyAge1795996800013 } from './migrations/1795996800013-index-idempotency-age.js';
import { CreateDelivery1795996800014 } from './migrations/1795996800014-create-delivery.js';
import { CreateAgentInstance1795996800015 } from './migrations/1795996800015-create-agent-instance.js';
import { CreateBoardImport1795996800016 } from './migrations/1795996800016-create-board-import.js';
import { AddTokenExpiresAt1795996800020 } from './migrations/1795996800020-add-token-expires-at.js';
import { AddTokenBoards1795996800021 } from './migrations/1795996800021-add-token-boards.js';
import { AddTokenLastUsed1795996800022 } from './migrations/1795996800022-add-token-last-used.js';
import { AddTokenRotatedTo1795996800023 } from './migrations/1795996800023-add-token-rotated-to.js';
import { CreateInvite1795996800024 } from './migrations/1795996800024-create-invite.js';
import { AddMemberJoinedSeq1795996800025 } from './migrations/1795996800025-add-member-joined-seq.js';
import { CreateLease1795996800028 } from './migrations/1795996800028-create-lease.js';
import { IndexLeaseHolder1795996800029 } from './migrations/1795996800029-index-lease-holder.js';
import { CreateFact1795996800031 } from './migrations/1795996800031-create-fact.js';
import { IndexFactCurrent1795996800032 } from './migrations/1795996800032-index-fact-current.js';
import { CreateBoardFile1795996800034 } from './migrations/1795996800034-create-board-file.js';
import { IndexBoardFileSeq1795996800035 } from './migrations/1795996800035-index-board-file-seq.js';
import { CreateFileChunk1795996800036 } from './migrations/1795996800036-create-file-chunk.js';
import { CreatePresence1795996800037 } from './migrations/1795996800037-create-presence.js';
import { CreateBoardGoal1795996800040 } from './migrations/1795996800040-create-board-goal.js';
import { CreateBoardRole1795996800041 } from './migrations/1795996800041-create-board-role.js';
import { AddTokenRole1795996800042 } from './migrations/1795996800042-add-token-role.js';
import { AddTokenOrdinal1795996800043 } from './migrations/1795996800043-add-token-ordinal.js';
import { AgentInstanceRow, AgentRow, InviteRow, PresenceRow, TokenRow, WorkspaceRow } from './auth/auth.entities.js';
import { CreateArtifactVersion1795996800050 } from './migrations/1795996800050-create-artifact-version.js';
import { CreateArtifactBody1795996800051 } from './migrations/1795996800051-create-artifact-body.js';
import { CreateArtifactRead1795996800052 } from './migrations/1795996800052-create-artifact-read.js';
import { ARTIFACTS_APPEND_ONLY } from './artifacts/append-only.js';
import { ArtifactBodyRow, ArtifactReadRow, ArtifactVersionRow } from './artifacts/artifact.entities.js';
import { BoardMemberRow, BoardRow } from './boards/board.entities.js';
import { BoardGoalRow, BoardRoleRow } from './boards/roles/goal.entities.js';
import { FactRow } from './coordination/facts/fact.entity.js';
import { LeaseRow } from './coordination/leases/lease.entity.js';
import { BoardFileRow, FileChunkRow } from './coordination/files/file.entities.js';
import { JournalDetailRow, JournalEntryRow, JournalRefRow } from './journal/journal.entities.js';
import { DeliveryRow } from './notices/delivery.entity.js';
import { BoardImportRow } from './transfer/board-import.entity.js';
import type { Schema } from './platform/database/database.js';
import { IdempotencyKeyRow } from './platform/http/idempotency-key.entity.js';

/** Every entity, every migration in the order in which they run, and what the database is to refuse. */
export const schema: Schema = {
  entities: [
    WorkspaceRow,
    AgentRow,
    TokenRow,
    InviteRow,
    AgentInstanceRow,
    PresenceRow,
    BoardRow,
    BoardMemberRow,
    JournalEntryRow,
    JournalDetailRow,
    JournalRefRow,
    IdempotencyKeyRow,
    DeliveryRow,
    BoardImportRow,
    FactRow,
    LeaseRow,
    BoardFileRow,
    FileChunkRow,
    BoardGoalRow,
    BoardRoleRow,
    ArtifactVersionRow,
    ArtifactBodyRow,
    ArtifactReadRow,
  ],
  migrations: [
    CreateWorkspace1795996800001,
    CreateAgent1795996800002,
    CreateToken1795996800003,
    CreateBoard1795996800004,
    CreateBoardMember1795996800005,
    CreateJournalEntry1795996800006,
    CreateJournalDetail1795996800007,
    CreateJournalRef1795996800008,
    CreateIdempotencyKey1795996800009,
    IndexJournalRecipient1795996800010,
    IndexJournalKind1795996800011,
    IndexJournalAuthor1795996800012,
    IndexIdempotencyAge1795996800013,
    CreateDelivery1795996800014,
    CreateAgentInstance1795996800015,
    CreateBoardImport1795996800016,
    AddTokenExpiresAt1795996800020,
    AddTokenBoards1795996800021,
    AddTokenLastUsed1795996800022,
    AddTokenRotatedTo1795996800023,
    CreateInvite1795996800024,
    AddMemberJoinedSeq1795996800025,
    CreateLease1795996800028,
    IndexLeaseHolder1795996800029,
    CreateFact1795996800031,
    IndexFactCurrent1795996800032,
    CreateBoardFile1795996800034,
    IndexBoardFileSeq1795996800035,
    CreateFileChunk1795996800036,
    CreatePresence1795996800037,
    CreateBoardGoal1795996800040,
    CreateBoardRole1795996800041,
    AddTokenRole1795996800042,
    AddTokenOrdinal1795996800043,
    CreateArtifactVersion1795996800050,
    CreateArtifactBody1795996800051,
    CreateArtifactRead1795996800052,
  ],
  refusedChanges: ARTIFACTS_APPEND_ONLY,
};
