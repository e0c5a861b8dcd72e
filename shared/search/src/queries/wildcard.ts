/** `wildcard`: values that match a pattern with `*` and `?`. */
import { termsCanMatch } from './can_match.js';
import { NO_MATCHES } from './match_none.js';
import { type MultiTermParams, readMultiTerm } from './multi_term_options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';
import { withRewrite } from './rewrite_method.js';

export const wildcard: QueryType<Params> = {
  name: 'wildcard',
  parse(body, context) {
    const shape = {
      query: 'wildcard',
      valueOptions: ['value', 'wildcard'],
      refusesNull: true,
    } as const;
    const params = readMultiTerm(shape, body, context);
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
  return withRewrite(mapped.wildcardQuery(pattern, caseInsensitive, shard), rewrite);
}
