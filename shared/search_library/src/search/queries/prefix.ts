/** Matches documents with a term that begins with a prefix. Every match scores the boost. */
import { utf8Decode } from '@skein/bytes';
import { prefixAutomaton } from '../../automaton/wildcard.js';
import { afterPrefix } from '../../codec/term_bounds.js';
import { docSetWeight } from '../doc_set_weight.js';
import { patternMark } from '../marks.js';
import { termText } from '../query_text.js';
import { acceptedTerms, acceptsTerm } from './accepted_terms.js';
import { automatonWeight } from './automaton_weight.js';
import type { MultiTermQuery } from './multi_term.js';
import { docsOfSpan } from './ordinal_span.js';

export interface PrefixOptions {
  /** If true, ASCII letters match in either case. */
  readonly caseInsensitive?: boolean;
}

interface PrefixQuery extends MultiTermQuery {
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
  const fieldAutomaton = { field, automaton, prefix: known };
  const query: PrefixQuery = {
    kind: 'prefix',
    profileName: 'MultiTermQueryConstantScoreWrapper',
    field,
    toString: () => `${field}:${termText(prefix)}*`,
    accepted: (searcher, place) =>
      acceptedTerms(searcher, place, fieldAutomaton).map((ordinal) => ({ ordinal, boost: 1 })),
    accepts: (term) => acceptsTerm(fieldAutomaton, term),
    marks: () => [patternMark(query)],
    rewrite: () => query,
    createWeight(searcher, _needsScores, boost) {
      if (!exact) return automatonWeight(searcher, fieldAutomaton, boost);
      const span = { lower: prefix, upper: afterPrefix(prefix) };
      return docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost);
    },
  };
  return query;
}
