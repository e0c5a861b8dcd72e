/** Whether what a shard answers to a search at a point in time stays true: it depends on nothing but the documents, not on the time, on chance, or on scripts. */
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
  // What is near is found among all shards.
  if (knn.length > 0 || neighbours !== undefined) return false;
  if (derived !== undefined || runtimeMappings !== undefined) return false;
  if (scriptFields.length > 0 || suggest !== undefined) return false;
  if (sort.some(({ script, missing }) => script !== undefined || mentionsNow(missing)))
    return false;
  return request.aggregations === undefined || isPlainTree(request.aggregations);
}

/** The same of the filter of an alias, beside the request. */
export function isReusableFilter(filter: QueryNode | undefined): boolean {
  if (filter === undefined) return true;
  const { now, scripts, documents } = needsOf([filter]);
  return !now && !scripts && documents.length === 0;
}

/** Options are plain data of each type's own: anywhere in them may be a date, or a script, whatever an option is called that holds one. */
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

/** Whether it is worth keeping where nobody has said so: answers without hits are small, and asked for again by every chart. */
export function isKept({ requestCache, size }: SearchRequest, byDefault: () => boolean): boolean {
  return requestCache ?? (size === 0 && byDefault());
}

const SIZE_ZERO = /"size"\s*:\s*"?0/;
/** Longer bodies are not looked through. */
const MAX_SEEN_BYTES = 4096;

/** The same before the request is read: false where it is surely not kept, for then nobody has to look for it. */
export function mayBeKept({ url, body, isYaml }: UnreadSearch, byDefault: () => boolean): boolean {
  if (url.requestCache !== undefined) return url.requestCache;
  if (url.size !== undefined) return url.size === 0 && byDefault();
  const isSeen = !isYaml && body.length <= MAX_SEEN_BYTES;
  return (!isSeen || SIZE_ZERO.test(asciiText(body, 0, body.length))) && byDefault();
}
