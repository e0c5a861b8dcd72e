/**
 * `exists`: documents that have any value of a field; for an object, any value of a field below it.
 */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanQuery, constantScoreQuery, type Query } from '@skein/search_library';
import { fieldNameMissing, requireFieldName } from './field_query.js';
import { readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { NO_MATCHES } from './match_none.js';
import { textOf, tokenName } from './options.js';
import type { QueryNode } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

interface Params {
  readonly field: string;
}

export const exists: QueryType<Params> = {
  name: 'exists',
  parse(body, context) {
    const draft: { field?: string } = {};
    const header = readOptions(
      { query: 'exists', options: body, context },
      { field: intoDraft(draft, 'field', (json) => fieldOf(json, context)) },
    );
    const { field } = draft;
    if (field === undefined) {
      throw parsingError(context, '[exists] must be provided with a [field]', body);
    }
    const name: string = field;
    requireFieldName(name, fieldNameMissing);
    return { ...header, params: { field: name } };
  },
  ...LEAF,
  needs: () => LIGHT,
  bind: ({ field }, shard) => existsFieldQuery(field, shard),
  canMatch: ({ field }, { shard }) => shard.mapping.existsFields(field).length > 0,
};

export function existsNode(field: string): QueryNode {
  return { kind: exists.name, params: { field }, boost: 1, name: undefined };
}

function fieldOf(json: JsonValue, context: QueryParseContext): string {
  if (json === null || typeof json === 'object') {
    throw parsingError(context, `[exists] unknown token [${tokenName(json)}] after [field]`, json);
  }
  return textOf(json);
}

/** Every document with a value of the field has the score 1. */
export function existsFieldQuery(field: string, context: QueryShardContext): Query {
  if (field === '_source') {
    throw new ApiError('query_shard_exception', 'The _source field is not searchable');
  }
  if (context.derived?.refusesExists(field)) {
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${field}] of type [derived] does not support exist queries`,
    );
  }
  const queries = context.mapping.existsFields(field).map((each) => each.existsQuery(context));
  const [only] = queries;
  if (!only) return NO_MATCHES;
  if (queries.length === 1) return constantScoreQuery(only);
  return constantScoreQuery(booleanQuery({ should: queries }));
}
