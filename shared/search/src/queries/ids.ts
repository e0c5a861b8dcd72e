/** `ids`: documents by their ids. */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { matchNoneQuery, type Query } from '@skein/search_library';
import { itemsOf } from '../request/object_fields.js';
import { readPlainHeader } from './header.js';
import { textsOf } from './options.js';
import type { QueryType } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';

export const ids: QueryType = {
  name: 'ids',
  parse(body, context) {
    let values: readonly string[] | undefined;
    const read = (json: JsonValue) => {
      values = textsOf(itemsOf(json), context.locate);
    };
    const readers = { values: ['string_array', read] } as const;
    const header = readPlainHeader(body, readers, { name: 'ids', context });
    const wanted = values ?? [];
    return {
      ...header,
      toQuery: (shard) => idsQuery(wanted, shard),
      canMatch: ({ shard }) => wanted.length > 0 && shard.mapping.fieldNames().length > 0,
    };
  },
};

function idsQuery(values: readonly string[], context: QueryShardContext): Query {
  const field = context.mapping.field('_id');
  if (values.includes('')) {
    throw new ApiError('illegal_argument_exception', "Ids can't be empty");
  }
  if (!field || values.length === 0) return matchNoneQuery('Missing ids in "ids" query.');
  return field.termsQuery(values, context);
}
