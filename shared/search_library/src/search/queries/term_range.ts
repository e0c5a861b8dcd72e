/** Documents that have a term between two others, in byte order. Every match scores the boost. */
import { afterTerm } from '../../codec/term_bounds.js';
import { docSetWeight } from '../doc_set_weight.js';
import type { Query } from '../query.js';
import { termText } from '../query_text.js';
import { docsOfSpan } from './ordinal_span.js';

export interface TermRange {
  /** Open when absent. */
  readonly lower?: Uint8Array | undefined;
  readonly upper?: Uint8Array | undefined;
  readonly includeLower: boolean;
  readonly includeUpper: boolean;
}

export function termRangeQuery(field: string, range: TermRange): Query {
  const { lower, upper, includeLower, includeUpper } = range;
  const span = {
    lower: lower === undefined || includeLower ? lower : afterTerm(lower),
    upper: upper !== undefined && includeUpper ? afterTerm(upper) : upper,
  };
  const query: Query = {
    kind: 'term_range',
    toString() {
      const from = lower === undefined ? '*' : termText(lower);
      const to = upper === undefined ? '*' : termText(upper);
      return `${field}:${includeLower ? '[' : '{'}${from} TO ${to}${includeUpper ? ']' : '}'}`;
    },
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost),
  };
  return query;
}
