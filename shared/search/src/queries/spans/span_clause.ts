/** Span queries inside span queries: validation and binding. */

import { float32Text, isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { isSpan, type SpanQuery } from '@skein/search_library';
import { bindQuery } from '../bind_query.js';
import { clausesIn } from '../clauses.js';
import type { OptionReader } from '../header.js';
import { intoDraft } from '../into_draft.js';
import type { QueryNode } from '../query_node.js';
import { parsingError, type QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';

/** `place` is its name in messages: `span_near [clauses]`. */
function parseSpan(json: JsonValue, place: string, context: QueryParseContext): QueryNode {
  const node = context.parse(json);
  if (context.familyOf(node) !== 'span') {
    throw parsingError(context, `${place} must be of type span query`, json);
  }
  if (node.boost !== 1) {
    const boost = float32Text(node.boost);
    const reason = `${place} as a nested span clause can't have non-default boost value [${boost}]`;
    throw parsingError(context, reason, json);
  }
  return node;
}

/** A reader of an option that is a span query. It stores the query as a member of a draft. */
export function spanInto<K extends string>(
  draft: { [Member in K]?: QueryNode | undefined },
  member: K,
  { place, context }: { readonly place: string; readonly context: QueryParseContext },
): OptionReader {
  return { object: intoDraft(draft, member, (json) => parseSpan(json, place, context)) };
}

export function parseSpans(
  json: readonly JsonValue[],
  place: string,
  context: QueryParseContext,
): readonly QueryNode[] {
  const inside = json.findIndex(isJsonArray);
  const list = inside < 0 ? json : json.slice(0, inside);
  const clauses = clausesIn(list).map((each) => parseSpan(each, place, context));
  const inner = inside < 0 ? undefined : json[inside];
  if (inner === undefined || !isJsonArray(inner)) return clauses;
  // The parser takes the end of the inner list as the end of the outer one; it refuses the rest.
  const [first = null] = inner;
  if (!isJsonObject(first)) context.parse(inner);
  parseSpans(inner, place, context);
  const [query = ''] = place.split(' ');
  throw parsingError(context, `[${query}] query does not support [clauses]`, inner);
}

export function bindSpan(node: QueryNode, shard: QueryShardContext): SpanQuery {
  const query = bindQuery(node, shard);
  if (isSpan(query)) return query;
  throw new ApiError('illegal_argument_exception', 'query must be of type span query');
}

/** Returns a part, which must be present. */
export function requiredPart<T>(
  part: T | undefined,
  reason: string,
  context: QueryParseContext,
): T {
  if (part !== undefined) return part;
  throw parsingError(context, reason);
}
