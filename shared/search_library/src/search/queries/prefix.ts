/** Documents that have a term with a given beginning. Every match scores the boost. */
import { utf8Decode } from '@skein/bytes';
import { prefixAutomaton } from '../../automaton/wildcard.js';
import { docSetWeight } from '../doc_set_weight.js';
import type { Query } from '../query.js';
import { termText } from '../query_text.js';
import { automatonWeight } from './automaton_weight.js';
import { afterPrefix, docsOfSpan } from './ordinal_span.js';

export interface PrefixOptions {
  /** ASCII letters match in either case. */
  readonly caseInsensitive?: boolean;
}

export function prefixQuery(field: string, prefix: Uint8Array, options: PrefixOptions = {}): Query {
  const query: Query = {
    kind: 'prefix',
    toString: () => `${field}:${termText(prefix)}*`,
    rewrite: () => query,
    createWeight(searcher, _needsScores, boost) {
      if (options.caseInsensitive === true) {
        const automaton = prefixAutomaton(utf8Decode(prefix), options);
        return automatonWeight(searcher, { field, automaton, prefix: new Uint8Array() }, boost);
      }
      const span = { lower: prefix, upper: afterPrefix(prefix) };
      return docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost);
    },
  };
  return query;
}
