/**
 * Tells if a shard's response to a search at a point in time may be cached: it must depend only on
 * the documents, not on time, randomness or scripts.
 */
import type { AggregationTree } from '@skein/aggregations';
import { asciiText } from '@skein/content';
import type { QueryNode } from '../queries/query_node.js';
import { mentionsNow } from '../queries/query_type.js';
import { needsOf, type TreeNeeds } from '../queries/visit_queries.js';
import type { SearchRequest } from '../request/search_request.js';
import type { UnreadSearch } from '../request/unread_search.js';

export function isReusable(request: SearchRequest, needs: TreeNeeds): boolean {
  if (needs.now || needs.scripts || needs.documents.length > 0) return false;
  const { scroll, statistics, knn, neighbours, scriptFields, sort, suggest } = request;
  const { derived, runtimeMappings } = request;
  if (request.profile === true || scroll !== undefined || statistics !== undefined) return false;
  // The nearest neighbours are determined over all shards.
  if (knn.length > 0 || neighbours !== undefined) return false;
  if (derived !== undefined || runtimeMappings !== undefined) return false;
  if (scriptFields.length > 0 || suggest !== undefined) return false;
  if (sort.some(({ script, missing }) => script !== undefined || mentionsNow(missing)))
    return false;
  return request.aggregations === undefined || isPlainTree(request.aggregations);
}

/** The same check for an alias's filter, which is not part of the request. */
export function isReusableFilter(filter: QueryNode | undefined): boolean {
  if (filter === undefined) return true;
  const { now, scripts, documents } = needsOf([filter]);
  return !now && !scripts && documents.length === 0;
}

/**
 * Options are plain data specific to each type: any of them may contain a date or a script, under
 * any name.
 */
function isPlainTree({ children }: AggregationTree): boolean {
  return isPlain(children);
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !mentionsNow(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.entries(value).every(
    ([key, inside]) => isNothing(inside) || (!/script/i.test(key) && isPlain(inside)),
  );
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/**
 * True if the response is worth caching. Without an explicit setting only responses without hits
 * are: they are small, and each chart requests them again.
 */
export function isKept({ requestCache, size }: SearchRequest, byDefault: () => boolean): boolean {
  return requestCache ?? (size === 0 && byDefault());
}

const SIZE_ZERO = /"size"\s*:\s*"?0/;
/** Longer bodies are not examined. */
const MAX_SEEN_BYTES = 4096;

/**
 * The same check before the request is parsed: false if the response is certainly not cached, so
 * that the cache need not be searched.
 */
export function mayBeKept({ url, body, isYaml }: UnreadSearch, byDefault: () => boolean): boolean {
  if (url.requestCache !== undefined) return url.requestCache;
  if (url.size !== undefined) return url.size === 0 && byDefault();
  const isSeen = !isYaml && body.length <= MAX_SEEN_BYTES;
  return (!isSeen || SIZE_ZERO.test(asciiText(body, 0, body.length))) && byDefault();
}
