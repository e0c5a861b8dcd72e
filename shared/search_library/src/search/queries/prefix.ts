/** Documents that have a term with a given beginning. Every match scores the boost. */
import { utf8Decode } from '@skein/bytes';
import { intersectTerms } from '../../automaton/intersect.js';
import { prefixAutomaton } from '../../automaton/wildcard.js';
import { afterPrefix } from '../../codec/term_bounds.js';
import { docSetWeight } from '../doc_set_weight.js';
import { termText } from '../query_text.js';
import { automatonWeight } from './automaton_weight.js';
import type { MultiTermQuery } from './multi_term.js';
import { docsOfSpan } from './ordinal_span.js';

export interface PrefixOptions {
  /** ASCII letters match in either case. */
  readonly caseInsensitive?: boolean;
}

export interface PrefixQuery extends MultiTermQuery {
  readonly kind: 'prefix';
}

export function prefixQuery(
  field: string,
  prefix: Uint8Array,
  options: PrefixOptions = {},
): PrefixQuery {
  const exact = options.caseInsensitive !== true;
  const automaton = prefixAutomaton(utf8Decode(prefix), options);
  const known = exact ? prefix : new Uint8Array();
  const query: PrefixQuery = {
    kind: 'prefix',
    field,
    toString: () => `${field}:${termText(prefix)}*`,
    accepted: (terms, checkCancelled) =>
      intersectTerms(terms, automaton, { prefix: known, checkCancelled }).map((ordinal) => ({
        ordinal,
        boost: 1,
      })),
    rewrite: () => query,
    createWeight(searcher, _needsScores, boost) {
      if (!exact) return automatonWeight(searcher, { field, automaton, prefix: known }, boost);
      const span = { lower: prefix, upper: afterPrefix(prefix) };
      return docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost);
    },
  };
  return query;
}
