/** Lists of queries inside a query, read as OpenSearch's parser reads them. */
import { isJsonObject, type JsonValue } from '@skein/content';
import type { QueryNode } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';

/**
 * The objects of a list, each of which contains a query. A value before an object is skipped: if
 * the parser is not at the start of an object, it advances by one token.
 */
export function clausesIn(list: readonly JsonValue[]): readonly JsonValue[] {
  return list.filter((each, i) => isJsonObject(each) || !isJsonObject(list[i + 1]));
}

export function parseClauses(
  list: readonly JsonValue[],
  context: QueryParseContext,
): readonly QueryNode[] {
  return clausesIn(list).map((each) => context.parse(each));
}
