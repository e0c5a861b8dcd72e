/** `term`: one exact value. */
import { float32, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import type { Query } from '@skein/search_library';
import { termsCanMatch } from './can_match.js';
import { checkConstant } from './check_constant.js';
import { intoDraft } from './into_draft.js';
import { NO_MATCHES } from './match_none.js';
import { booleanOf } from './options.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';
import { readTerm } from './term_options.js';

export const term: QueryType<Params> = {
  name: 'term',
  parse(body, context) {
    const draft = { caseInsensitive: false };
    const more = { case_insensitive: intoDraft(draft, 'caseInsensitive', booleanOf) };
    const { header, field, value } = readTerm(body, {
      query: 'term',
      onlyValues: true,
      context,
      more,
    });
    return { ...header, params: { field, value, ...draft } };
  },
  ...LEAF,
  needs: ({ value, caseInsensitive }) => needsOf(caseInsensitive ? 'heavy' : 'light', value),
  check: checkConstant(bind),
  bind,
  canMatch: (params, point) => termsCanMatch(params.field, point, (shard) => bind(params, shard)),
  toJson: ({ field, value }, { boost }) => ({
    term: { [field]: { value, boost: float32(boost) } },
  }),
};

interface Params {
  readonly field: string;
  readonly value: JsonValue;
  readonly caseInsensitive: boolean;
}

function bind({ field, value, caseInsensitive }: Params, shard: QueryShardContext): Query {
  const mapped = shard.mapping.field(field);
  if (caseInsensitive && mapped !== undefined && !hasCases(mapped)) {
    throw new ApiError(
      'query_shard_exception',
      `[${mapped.name}] field which is of type [${mapped.typeName}], does not support case insensitive term queries`,
    );
  }
  return mapped?.termQuery(value, shard, caseInsensitive) ?? NO_MATCHES;
}

function hasCases({ hasTerms, values: { kind } }: MappedField): boolean {
  return hasTerms && ['term', 'version', 'constant', 'none', 'truth'].includes(kind);
}

export function termNode(field: string, value: JsonValue): QueryNode {
  const params: Params = { field, value, caseInsensitive: false };
  return { kind: term.name, params, boost: 1, name: undefined };
}
