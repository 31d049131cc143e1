/** Every way in which a request can be refused; `platform/http/problem-types.ts` gives each its status and title. */
export type ProblemCode =
  | 'bad_request'
  | 'bad_query'
  | 'bad_label'
  | 'unauthenticated'
  | 'forbidden'
  | 'foreign_origin'
  | 'not_found'
  | 'no_such_route'
  | 'method_not_allowed'
  | 'already_exists'
  | 'already_created'
  | 'twin_in_progress'
  | 'too_large'
  | 'unsupported_media_type'
  | 'key_reused'
  | 'nothing_admitted'
  | 'unknown_agent'
  | 'reserved_name'
  | 'not_live'
  | 'bad_invite'
  | 'not_a_claim'
  | 'not_a_message'
  | 'version_mismatch'
  | 'version_conflict'
  | 'invalid_kind'
  | 'bad_content'
  | 'goal_closed'
  | 'goal_open'
  | 'slots_frozen'
  | 'too_many_facts'
  | 'not_open'
  | 'wrong_statement'
  | 'not_enough_voters'
  | 'not_claimed'
  | 'lease_held'
  | 'stale_fence'
  | 'too_many_leases'
  | 'not_offered'
  | 'bad_import'
  | 'files_full'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'unavailable'
  | 'overloaded'
  | 'timed_out'
  | 'internal';

/** One place in a request that is wrong: `notes.0.content`, and what to do about it. */
export interface ProblemError {
  readonly path: string;
  readonly message: string;
}

export interface ProblemExtras {
  readonly errors?: readonly ProblemError[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS?: number;
  /** Further members of the problem document, such as `column` or `results`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A refusal that teaches: what was wrong, where, and what to do. The only error that features throw. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail, { cause: extras.cause });
  }
}

/** A refusal of one place in the request. */
export const badRequest = (path: string, message: string): Problem =>
  new Problem('bad_request', `${path}: ${message}`, { errors: [{ path, message }] });
