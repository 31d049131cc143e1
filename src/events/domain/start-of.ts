import type { Seq } from '../../kernel/ids.js';
import { labelOf, seqOfPosition } from '../../kernel/label.js';
import { badRequest } from '../../kernel/problem.js';

/** Where a client says that it wants to go on. */
export interface StreamStart {
  /** The header `Last-Event-ID`, which a client sends by itself when it comes back; it wins. */
  readonly lastEventId: string | undefined;
  /** The parameter `after` of the address, which stays the same however often the client comes back. */
  readonly after: string | undefined;
}

/** The seq after which a stream begins; without a word of the client the head. Throws `bad_request`. */
export function startOf({ lastEventId, after }: StreamStart, head: Seq): Seq {
  const [path, text] = lastEventId === undefined ? ['after', after] : ['Last-Event-ID', lastEventId];
  if (text === undefined) return head;
  const seq = seqOfPosition(text);
  if (seq === undefined) throw badRequest(path, 'must be a label or a seq, such as G41 or 41');
  // After a restore, or taken from another board: waiting for that seq would leave out all entries before it.
  if (seq > head) throw badRequest(path, `is beyond the board's newest entry, ${labelOf(head)}; read the board anew`);
  return seq;
}
