import type { RelatedGist } from '../../gists/domain/related-gist.js';
import type { AgentName, Seq } from '../../kernel/ids.js';
import type { SeqSpan } from './spans.js';

/**
 * Of gists ascending by seq, those of a span that somebody else wrote. Halves the list until it is there: a thousand
 * agents who are told of one gist should not each walk over a window of two thousand.
 */
export function gistsIn(items: readonly RelatedGist[], span: SeqSpan, agent: AgentName): readonly RelatedGist[] {
  const inside = items.slice(countUpTo(items, span.after), countUpTo(items, span.upTo));
  return inside.filter(({ gist }) => gist.author !== agent);
}

function countUpTo(items: readonly RelatedGist[], seq: Seq): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.gist.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
