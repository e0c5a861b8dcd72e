/** Lists of queries inside a query, as the reference's parser walks them. */
import { isJsonObject, type JsonValue } from '@skein/content';
import type { QueryNode } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';

/**
 * The objects of a list that hold a query each. A value before an object is passed over: the parser, not at the start of an object, looks
 * at the token after it.
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
