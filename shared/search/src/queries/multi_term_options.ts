/**
 * Options that `prefix` and `wildcard` share: a pattern, case sensitivity, and the scoring of the
 * matched terms.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import type { Query } from '@skein/search_library';
import { termsCanMatch } from './can_match.js';
import { checkConstant } from './check_constant.js';
import { fieldNameMissing, readFieldQuery, requireFieldName } from './field_query.js';
import { AS_VALUE, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { NO_MATCHES } from './match_none.js';
import { booleanOf, textOrNull } from './options.js';
import type { NodeHeader } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type QueryNeeds, type QueryType } from './query_type.js';
import { checkRewrite } from './rewrite_method.js';

export interface MultiTermParams {
  readonly field: string;
  readonly pattern: string;
  readonly caseInsensitive: boolean;
  /** The scoring method; it is checked when the query is bound to an index. */
  readonly rewrite: string | undefined;
}

interface MultiTermShape {
  readonly query: string;
  /** The options that contain the pattern; the first is the usual one. */
  readonly valueOptions: readonly [string, ...string[]];
  /** Absent if the query is heavy. */
  readonly needs?: (params: MultiTermParams) => QueryNeeds;
  /** If true, a null pattern is refused. */
  readonly refusesNull?: true;
}

/** The type of a query for the terms of a field that match a pattern. */
export function multiTermType(
  shape: MultiTermShape,
  build: (field: MappedField, params: MultiTermParams, shard: QueryShardContext) => Query,
): QueryType<MultiTermParams> {
  const bind = (params: MultiTermParams, shard: QueryShardContext): Query => {
    const field = shard.mapping.field(params.field);
    if (field === undefined) return NO_MATCHES;
    checkRewrite(params.rewrite);
    return build(field, params, shard);
  };
  return {
    name: shape.query,
    parse: (body, context) => readMultiTerm(shape, body, context),
    family: 'multi_term',
    ...LEAF,
    needs: (params) => shape.needs?.(params) ?? HEAVY,
    check: checkConstant(bind),
    bind,
    canMatch: (params, point) => termsCanMatch(params.field, point, (shard) => bind(params, shard)),
  };
}

function readMultiTerm(
  shape: MultiTermShape,
  body: JsonObject,
  context: QueryParseContext,
): NodeHeader & { readonly params: MultiTermParams } {
  const { query, valueOptions, ...manner } = shape;
  const [valueOption] = valueOptions;
  const fieldShape = { ...manner, query, valueOption, missing: fieldNameMissing };
  const { field, options, trailing } = readFieldQuery(fieldShape, body, context);
  let pattern: string | undefined;
  const draft: Draft<Pick<MultiTermParams, 'caseInsensitive' | 'rewrite'>> = {
    caseInsensitive: false,
    rewrite: undefined,
  };
  const readPattern = (json: JsonValue) => {
    pattern = textOrNull(json);
  };
  const header = readOptions(
    { query, options, context, trailing, manners: AS_VALUE },
    {
      ...Object.fromEntries(valueOptions.map((option) => [option, readPattern])),
      case_insensitive: intoDraft(draft, 'caseInsensitive', booleanOf),
      rewrite: intoDraft(draft, 'rewrite', textOrNull),
    },
  );
  const { caseInsensitive, rewrite } = draft;
  requireFieldName(field, fieldNameMissing);
  if (pattern === undefined) {
    throw new ApiError('illegal_argument_exception', 'value cannot be null');
  }
  return { ...header, params: { field, pattern, caseInsensitive, rewrite } };
}
