/**
 * Matches documents whose ranges are in a relation to another range. A range is a term: its two
 * inclusive bounds as byte strings of one width that sort like the values. So terms that begin too
 * late are never read.
 */
import { compareBytes } from '@skein/bytes';
import type { TermsReader } from '../../index/segment_reader.js';
import { docSetWeight } from '../doc_set_weight.js';
import { termUnion } from '../iterators/term_union.js';
import type { Query } from '../query.js';
import { explainedAs } from './number_text.js';

export type RangeRelation = 'intersects' | 'contains' | 'within';

export interface EncodedRange {
  /** Both bounds inclusive, in the width of the field's bounds. */
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
  /** The relation of the document's range to this one: it lies `within` it, or `contains` it. */
  readonly relation: RangeRelation;
  /** The range in messages. */
  readonly text: string;
  /** The text of a query on the column. */
  readonly columnText: string;
}

/** Terms between two calls of the cancellation check. */
const CHECK_INTERVAL = 1024;

export function encodedRangeQuery(field: string, range: EncodedRange): Query {
  const query: Query = {
    kind: 'encoded_range',
    toString: () => `${field}:<ranges:${range.text}>`,
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) => {
      const weight = docSetWeight(
        {
          docSet(segment) {
            const terms = segment.terms(field);
            if (terms === undefined) return null;
            const ordinals = related(terms, range, () => searcher.checkCancelled());
            return termUnion({ terms, column: undefined, maxDoc: segment.maxDoc }, ordinals);
          },
        },
        boost,
      );
      return explainedAs(range.columnText, weight);
    },
  };
  return query;
}

function related(terms: TermsReader, range: EncodedRange, check: () => void): readonly number[] {
  const { lower, upper, relation } = range;
  const width = lower.length;
  const found: number[] = [];
  const first = relation === 'within' ? terms.ceiling(lower) : 0;
  const last = relation === 'contains' ? lower : upper;
  for (let ordinal = first; ordinal < terms.size; ordinal++) {
    if ((ordinal & (CHECK_INTERVAL - 1)) === 0) check();
    const term = terms.term(ordinal);
    if (compareBytes(term.subarray(0, width), last) > 0) break;
    const end = term.subarray(width);
    const fits =
      relation === 'within'
        ? compareBytes(end, upper) <= 0
        : compareBytes(end, relation === 'contains' ? upper : lower) >= 0;
    if (fits) found.push(ordinal);
  }
  return found;
}
