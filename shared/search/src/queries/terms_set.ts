/** `terms_set`: as many of several exact values as a number field of the document says. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { coveringQuery, type Query } from '@skein/search_library';
import { fieldNameMissing } from './field_query.js';
import { readOptions } from './header.js';
import { unmappedFieldQuery } from './match_options.js';
import { textOf, tokenName } from './options.js';
import type { QueryType } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

export const terms_set: QueryType = {
  name: 'terms_set',
  parse(body, context) {
    const [[field, json = null] = [], ...more] = Object.entries(body);
    if (field === undefined) throw fieldNameMissing();
    if (!isJsonObject(json)) {
      const reason = `[terms_set] unknown token [${tokenName(json)}] after [terms_set]`;
      throw parsingError(context, reason, body);
    }
    const [other] = more;
    if (other) {
      const reason = `[terms_set] unknown token [FIELD_NAME] after [${field}]`;
      throw parsingError(context, reason, body);
    }
    const { terms, minimumField, ...header } = readSet(json, context);
    return { ...header, toQuery: (shard) => bind(field, { terms, minimumField }, shard) };
  },
};

function readSet(options: JsonObject, context: QueryParseContext) {
  let terms: readonly JsonValue[] | undefined;
  let minimumField: string | undefined;
  const header = readOptions(
    { query: 'terms_set', options, context },
    {
      terms: (json) => {
        if (!isJsonArray(json)) {
          const reason = `[terms_set] unknown token [${tokenName(json)}] after [terms]`;
          throw parsingError(context, reason, json);
        }
        terms = json;
      },
      minimum_should_match_field: (json) => {
        minimumField = textOf(json);
      },
      minimum_should_match_script: () => {
        const reason = '[terms_set] option [minimum_should_match_script] is not supported yet';
        throw parsingError(context, reason, options);
      },
    },
  );
  if (terms === undefined) throw refused('No terms specified for terms set query');
  if (minimumField === undefined) throw refused('No minimum should match has been specified');
  return { ...header, terms, minimumField };
}

interface TermsSet {
  readonly terms: readonly JsonValue[];
  readonly minimumField: string;
}

function bind(field: string, { terms, minimumField }: TermsSet, shard: QueryShardContext): Query {
  if (terms.length > shard.maxClauseCount) {
    throw new ApiError('too_many_clauses', `maxClauseCount is set to ${shard.maxClauseCount}`);
  }
  const mapped = shard.mapping.field(field);
  const minimum = shard.mapping.field(minimumField);
  if (!minimum) {
    throw new ApiError(
      'query_shard_exception',
      `failed to find minimum_should_match field [${minimumField}]`,
    );
  }
  if (!mapped || terms.length === 0) return unmappedFieldQuery(field);
  const queries = terms.map((term) => mapped.termQuery(term, shard));
  return coveringQuery(queries, minimum.spec.name);
}

function refused(reason: string): ApiError {
  return new ApiError('query_shard_exception', reason);
}
