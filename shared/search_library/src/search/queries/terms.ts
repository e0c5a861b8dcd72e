/** Matches documents with any of a set of terms. Every match scores the boost. */

import { compareBytes } from '@skein/bytes';
import { takeMemory } from '../../memory/request_memory.js';
import { docSetWeight } from '../doc_set_weight.js';
import { termUnion } from '../iterators/term_union.js';
import { termMark } from '../marks.js';
import type { Query } from '../query.js';
import { termText } from '../query_text.js';

interface TermsQuery extends Query {
  readonly kind: 'terms';
  readonly field: string;
  readonly terms: readonly Uint8Array[];
}

/** Approximate measured bytes of a term in the lists made from it. */
const TERM_BYTES = 150;

export function termsQuery(field: string, terms: readonly Uint8Array[]): TermsQuery {
  takeMemory(terms.length * TERM_BYTES, '<terms>');
  const sorted = [...terms].sort(compareBytes);
  const distinct = sorted.filter((term, i) => i === 0 || compareBytes(term, sorted[i - 1]) !== 0);
  const query: TermsQuery = {
    kind: 'terms',
    profileName: 'MultiTermQueryConstantScoreBlendedWrapper',
    field,
    terms: distinct,
    isByField: true,
    requiredTerms: () => distinct.map((term) => ({ field, term })),
    marks: () => distinct.map((term) => termMark(field, term)),
    toString: () => `${field}:(${distinct.map(termText).join(' ')})`,
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight(
        {
          docSet(segment) {
            const terms = segment.terms(field);
            if (terms === undefined) return null;
            const ordinals = distinct.map((term) => terms.find(term)).filter((at) => at >= 0);
            const { maxDoc } = segment;
            return termUnion({ terms, column: segment.ordinals(field), maxDoc }, ordinals);
          },
        },
        boost,
      ),
  };
  return query;
}

function isTerms(query: Query): query is TermsQuery {
  return query.kind === 'terms';
}

/** The term of an unscored query with a single term. */
export function onlyTerm(query: Query): { field: string; term: Uint8Array } | undefined {
  if (!isTerms(query)) return undefined;
  const { field, terms } = query;
  const [term] = terms;
  return terms.length === 1 && term ? { field, term } : undefined;
}
