import { HEARTBEAT } from '../../journal/domain/concerns.js';
import { badRequest } from '../../kernel/problem.js';

/** A type of post: `message`, or a word of the sender's own. */
export const POST_TYPE = /^[a-z][a-z_]{0,31}$/;
export const POST_TYPE_FORM = 'must be a word of small letters, such as message, signal, status, handoff, question';

/** Words that stand for what happened on a board: they come from the operation itself, and nobody can post them. */
const SYSTEM_TYPES: ReadonlySet<string> = new Set([
  ...[
    'system',
    'gist',
    'claim',
    'release',
    'released',
    'edit',
    'deletion',
    'reaction',
    'added',
    'removed',
    'redaction',
  ],
  ...[
    'member',
    'board',
    'token',
    'invite',
    'workspace',
    'lease',
    'granted',
    'renewed',
    'touched',
    'broken',
    'lapsed',
    'expired',
  ],
  ...['fact', 'set', 'proposal', 'proposed', 'propose', 'confirm', 'confirmed', 'decline', 'declined', 'revoke'],
  ...['revoked', 'approved', 'replaced', 'answer', 'plan', 'file', 'shared', 'upload', 'uploaded', 'artifact'],
]);

interface Post {
  readonly type: string;
  readonly isToAll: boolean;
  readonly isEmpty: boolean;
  readonly isReply: boolean;
}

/** Throws `bad_request` for a type that nobody can post, and for a heartbeat that says something. */
export function checkPostType({ type, isToAll, isEmpty, isReply }: Post): void {
  if (SYSTEM_TYPES.has(type))
    throw badRequest('type', `"${type}" comes from the service alone; use message, or a word of your own`);
  if (type === HEARTBEAT && !(isToAll && isEmpty && !isReply))
    throw badRequest(
      'type',
      'heartbeat goes to all, with an empty body and without reply_to; to say something, use message',
    );
}
