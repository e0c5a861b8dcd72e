/** Text that the field does not split into words. */
import type { JsonValue } from '@skein/content';
import type { MappedField } from '@skein/mapping';
import type { Query } from '@skein/search_library';
import { textOf } from '../queries/options.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';

export function wholeTextQuery(
  field: MappedField,
  value: JsonValue,
  context: QueryShardContext,
): Query {
  return field.textQuery?.(textOf(value)) ?? field.termQuery(value, context);
}
