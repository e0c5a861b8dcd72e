/** `term`: one exact value. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { termsCanMatch } from './can_match.js';
import { fieldNameMissing, readFieldQuery, requireFieldName } from './field_query.js';
import { readOptions } from './header.js';
import { NO_MATCHES } from './match_options.js';
import { booleanOf } from './options.js';
import type { QueryNode, QueryType } from './query_node.js';

export const term: QueryType = {
  name: 'term',
  parse(body, context) {
    const shape = {
      query: 'term',
      valueOption: 'value',
      missing: fieldNameMissing,
    };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    let value: JsonValue = null;
    let caseInsensitive = false;
    const readValue = {
      token: (json: JsonValue) => {
        value = json;
      },
    };
    const header = readOptions(
      { query: 'term', options, context, trailing },
      {
        value: readValue,
        term: readValue,
        case_insensitive: (json) => {
          caseInsensitive = booleanOf(json);
        },
      },
    );
    requireFieldName(field, fieldNameMissing);
    if (value === null) throw new ApiError('illegal_argument_exception', 'value cannot be null');
    const toQuery: QueryNode['toQuery'] = (shard) =>
      shard.mapping.field(field)?.termQuery(value, shard, caseInsensitive) ?? NO_MATCHES;
    return {
      ...header,
      toQuery,
      canMatch: termsCanMatch(field, toQuery),
      toJson: () => ({ term: { [field]: { value, boost: header.boost } } }),
    };
  },
};
