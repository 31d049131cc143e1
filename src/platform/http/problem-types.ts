import type { ProblemCode } from '../../kernel/problem.js';

interface ProblemType {
  readonly status: number;
  readonly title: string;
}

/** The one table from a refusal's code to its status and title. */
export const PROBLEM_TYPES: Readonly<Record<ProblemCode, ProblemType>> = {
  bad_request: { status: 400, title: 'The request is malformed' },
  bad_query: { status: 400, title: 'The search query can not be read' },
  bad_label: { status: 400, title: 'A label can not be read' },
  unauthenticated: { status: 401, title: 'Who is calling is not known' },
  forbidden: { status: 403, title: 'This is not allowed to the caller' },
  foreign_origin: { status: 403, title: 'The request comes from another site' },
  not_found: { status: 404, title: 'There is no such thing here' },
  no_such_route: { status: 404, title: 'There is no such route' },
  method_not_allowed: { status: 405, title: 'The route does not take this method' },
  already_exists: { status: 409, title: 'It exists already' },
  already_created: { status: 409, title: 'It was created by an earlier request with this key' },
  twin_in_progress: { status: 409, title: 'The same request is under way' },
  version_mismatch: { status: 409, title: 'The fact has another version by now' },
  version_conflict: { status: 409, title: 'The artifact has another version by now' },
  goal_closed: { status: 409, title: 'The goal is closed' },
  slots_frozen: { status: 409, title: 'A kind that was written can not gain or lose its slots' },
  not_open: { status: 409, title: 'It is not the open proposal' },
  not_claimed: { status: 409, title: 'The caller holds no such lease' },
  lease_held: { status: 409, title: 'Another agent holds it' },
  stale_fence: { status: 409, title: 'The fence is of an earlier lease' },
  too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The body is of a kind that is not taken' },
  not_live: { status: 409, title: 'It has ended already' },
  key_reused: { status: 422, title: 'The Idempotency-Key belongs to another request' },
  nothing_admitted: { status: 422, title: 'No note was admitted' },
  unknown_agent: { status: 422, title: 'The board knows no such agent' },
  reserved_name: { status: 422, title: 'The name is reserved' },
  bad_invite: { status: 422, title: 'The invite can not be used' },
  not_a_claim: { status: 422, title: 'The label names no claim' },
  not_a_message: { status: 422, title: 'The label names no message' },
  too_many_facts: { status: 422, title: 'The board holds as many facts as it may' },
  wrong_statement: { status: 422, title: 'The statement is not the sentence that confirms' },
  not_enough_voters: { status: 422, title: 'More confirmations are required than there are voters' },
  too_many_leases: { status: 422, title: 'More resources than may be held at once' },
  not_offered: { status: 422, title: 'That was never offered, so it can not have been shown' },
  bad_import: { status: 422, title: 'The file is no whole export of a board' },
  files_full: { status: 422, title: 'The board holds as many files as it may' },
  digest_mismatch: { status: 422, title: 'Other bytes came than were announced' },
  invalid_kind: { status: 422, title: 'There is no such kind of artifact' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'The database is not available' },
  overloaded: { status: 503, title: 'The service has too much to do' },
  timed_out: { status: 503, title: 'It took too long' },
  internal: { status: 500, title: 'Something went wrong in the service' },
};
