/** `prefix`: finds values that begin with a text. */
import { booleanQuery, isBoolean, isConstantScore, type Query } from '@skein/search_library';
import { termsCanMatch } from './can_match.js';
import { NO_MATCHES } from './match_none.js';
import { type MultiTermParams, readMultiTerm } from './multi_term_options.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';
import { scoresTerms, withRewrite } from './rewrite_method.js';

export const prefix: QueryType<Params> = {
  name: 'prefix',
  parse(body, context) {
    const params = readMultiTerm({ query: 'prefix', valueOptions: ['value'] }, body, context);
    const { boost, name, ...rest } = params;
    return { boost, name, params: rest };
  },
  family: 'multi_term',
  ...LEAF,
  needs: () => HEAVY,
  bind,
  canMatch: (params, point) => termsCanMatch(params.field, point, (shard) => bind(params, shard)),
};

type Params = Omit<MultiTermParams, 'boost' | 'name'>;

function bind({ field, pattern, caseInsensitive, rewrite }: Params, shard: QueryShardContext) {
  const mapped = shard.mapping.field(field);
  if (!mapped) return NO_MATCHES;
  const query = mapped.prefixQuery(pattern, caseInsensitive, shard);
  return mapped.beginnings !== undefined && isConstantScore(query) && scoresTerms(rewrite)
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
): Pick<Params, 'field' | 'pattern' | 'rewrite'> | undefined {
  return node.kind === prefix.name ? (node.params as Params) : undefined;
}
