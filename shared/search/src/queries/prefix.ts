/** `prefix`: finds values that begin with a text. */
import type { MappedField } from '@skein/mapping';
import { booleanQuery, isBoolean, isConstantScore, type Query } from '@skein/search_library';
import { type MultiTermParams, multiTermType } from './multi_term_options.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, isOfType, MODERATE } from './query_type.js';
import { scoresTerms, withRewrite } from './rewrite_method.js';

export const prefix = multiTermType(
  {
    query: 'prefix',
    valueOptions: ['value'],
    // The terms that begin alike are neighbours: no automaton has to find them.
    needs: ({ caseInsensitive, rewrite }) =>
      caseInsensitive || rewrite !== undefined ? HEAVY : MODERATE,
  },
  bind,
);

function bind(
  field: MappedField,
  { pattern, caseInsensitive, rewrite }: MultiTermParams,
  shard: QueryShardContext,
): Query {
  const query = field.prefixQuery(pattern, caseInsensitive, shard);
  return field.beginnings !== undefined && isConstantScore(query) && scoresTerms(rewrite)
    ? scored(query.query, rewrite)
    : withRewrite(query, rewrite);
}

/** A prefix shorter than those of the index is found by a pattern, whose terms score too. */
function scored(query: Query, rewrite: string | undefined): Query {
  if (!isBoolean(query)) return query;
  const should = query.clauses.should.map((each) => withRewrite(each, rewrite));
  return booleanQuery({ ...query.clauses, should });
}

/** The parameters of a `prefix` query; `undefined` for any other query. */
export function prefixOf(
  node: QueryNode,
): Pick<MultiTermParams, 'field' | 'pattern' | 'rewrite'> | undefined {
  return isOfType(node, prefix) ? node.params : undefined;
}
