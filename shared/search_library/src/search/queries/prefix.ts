/** Matches documents with a term that begins with a prefix. Every match scores the boost. */
import { utf8Decode } from '@skein/bytes';
import { prefixAutomaton } from '../../automaton/wildcard.js';
import { afterPrefix } from '../../codec/term_bounds.js';
import { docSetWeight } from '../doc_set_weight.js';
import { termText } from '../query_text.js';
import { automatonQuery } from './automaton_query.js';
import type { MultiTermQuery } from './multi_term.js';
import { docsOfSpan } from './ordinal_span.js';

export interface PrefixOptions {
  /** If true, ASCII letters match in either case. */
  readonly caseInsensitive?: boolean;
}

export function prefixQuery(
  field: string,
  prefix: Uint8Array,
  options: PrefixOptions = {},
): MultiTermQuery {
  const automaton = prefixAutomaton(utf8Decode(prefix), options);
  const pattern = { kind: 'prefix', field, automaton, shown: `${termText(prefix)}*` };
  if (options.caseInsensitive === true) {
    return automatonQuery({ ...pattern, prefix: new Uint8Array() });
  }
  // The terms with an exact prefix are neighbours in the dictionary.
  const span = { lower: prefix, upper: afterPrefix(prefix) };
  return automatonQuery({
    ...pattern,
    prefix,
    createWeight: (_searcher, boost) =>
      docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost),
  });
}
