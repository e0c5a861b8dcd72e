/** Matches documents with a term between two others, by bytes. Every match scores the boost. */
import { compareBytes } from '@skein/bytes';
import { afterTerm } from '../../codec/term_bounds.js';
import type { SortedTerms } from '../../index/segment_reader.js';
import { docSetWeight } from '../doc_set_weight.js';
import { explainAsConstant } from '../explain/explain_weight.js';
import type { IndexSearcher } from '../index_searcher.js';
import type { FittingTerm } from '../marks.js';
import { termText } from '../query_text.js';
import type { MultiTermQuery } from './multi_term.js';
import { eitherText } from './number_text.js';
import { docsOfSpan, type TermSpan } from './ordinal_span.js';

export interface TermRange {
  /** Absent: the range is open on that side. */
  readonly lower?: Uint8Array | undefined;
  readonly upper?: Uint8Array | undefined;
  readonly includeLower: boolean;
  readonly includeUpper: boolean;
  /** The text of the range on the points, if the field has them beside its terms. */
  readonly pointText?: string;
}

interface TermRangeQuery extends MultiTermQuery {
  readonly kind: 'term_range';
  readonly span: TermSpan;
}

export function termRangeQuery(field: string, range: TermRange): TermRangeQuery {
  const { lower, upper, includeLower, includeUpper, pointText } = range;
  const span = {
    lower: lower === undefined || includeLower ? lower : afterTerm(lower),
    upper: upper !== undefined && includeUpper ? afterTerm(upper) : upper,
  };
  const text = (): string => {
    const from = lower === undefined ? '*' : termText(lower);
    const to = upper === undefined ? '*' : termText(upper);
    return `${field}:${includeLower ? '[' : '{'}${from} TO ${to}${includeUpper ? ']' : '}'}`;
  };
  const query: TermRangeQuery = {
    kind: 'term_range',
    field,
    span,
    accepts: (term) => isInside(span, term),
    accepted: (_searcher, { terms }) => {
      const [from, to] = ordinalsOf(span, terms);
      return Array.from({ length: to - from }, (_, i) => ({ ordinal: from + i, boost: 1 }));
    },
    profileName:
      pointText === undefined ? 'MultiTermQueryConstantScoreWrapper' : 'IndexOrDocValuesQuery',
    toString: () =>
      pointText === undefined ? text() : eitherText(`${field}:${pointText}`, text()),
    marks: () => [
      {
        kind: 'pattern',
        field,
        text: text(),
        accepts: (term) => isInside(span, term),
        expanded: (searcher, most) => termsInside(span, { field, searcher, most }),
      },
    ],
    rewrite: () => query,
    createWeight(_searcher, _needsScores, boost) {
      const weight = docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost);
      return { ...weight, explain: (place) => explainAsConstant(text(), weight, place) };
    },
  };
  return query;
}

/** The first ordinal of the range, and the one behind its last. */
function ordinalsOf({ lower, upper }: TermSpan, terms: SortedTerms): readonly [number, number] {
  const from = lower === undefined ? 0 : terms.ceiling(lower);
  const to = upper === undefined ? terms.size : terms.ceiling(upper);
  return [from, Math.max(from, to)];
}

interface Expanding {
  readonly field: string;
  readonly searcher: IndexSearcher;
  readonly most: number;
}

function termsInside(span: TermSpan, { field, searcher, most }: Expanding): readonly FittingTerm[] {
  const found = new Map<string, Uint8Array>();
  for (const segment of searcher.segments) {
    const terms = segment.terms(field);
    if (terms === undefined) continue;
    const from = span.lower === undefined ? 0 : terms.ceiling(span.lower);
    for (let i = from; i < Math.min(terms.size, from + most); i++) {
      const term = terms.term(i);
      if (!isInside(span, term)) break;
      found.set(String(term), term);
    }
  }
  const sorted = [...found.values()].sort(compareBytes);
  return sorted.slice(0, most).map((term) => ({ term, boost: 1 }));
}

function isInside({ lower, upper }: TermSpan, term: Uint8Array): boolean {
  if (lower !== undefined && compareBytes(term, lower) < 0) return false;
  return upper === undefined || compareBytes(term, upper) < 0;
}
