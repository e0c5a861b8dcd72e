/** Matches documents with a term that begins with a prefix. Every match scores the boost. */
import { utf8Decode } from '@skein/bytes';
import type { ByteAutomaton } from '../../automaton/byte_automaton.js';
import { prefixAutomaton } from '../../automaton/wildcard.js';
import { afterPrefix } from '../../codec/term_bounds.js';
import { docSetWeight } from '../doc_set_weight.js';
import type { IndexSearcher } from '../index_searcher.js';
import type { Weight } from '../query.js';
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
  const isExact = options.caseInsensitive !== true;
  let made: ByteAutomaton | undefined;
  return automatonQuery({
    kind: 'prefix',
    field,
    shown: `${termText(prefix)}*`,
    prefix: isExact ? prefix : new Uint8Array(),
    /** Made when it is used: documents with an exact prefix are found without it. */
    get automaton() {
      made ??= prefixAutomaton(utf8Decode(prefix), options);
      return made;
    },
    createWeight: isExact ? spanWeight(field, prefix) : undefined,
  });
}

/** The terms with an exact prefix are neighbours in the dictionary. */
function spanWeight(
  field: string,
  prefix: Uint8Array,
): (searcher: IndexSearcher, boost: number) => Weight {
  const span = { lower: prefix, upper: afterPrefix(prefix) };
  return (_searcher, boost) =>
    docSetWeight({ docSet: (segment) => docsOfSpan(segment, field, span) }, boost);
}
