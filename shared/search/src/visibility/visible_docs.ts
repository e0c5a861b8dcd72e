/** The documents of a segment that a caller's queries match, as a bit set. */
import { ApiError } from '@skein/errors';
import {
  booleanQuery,
  countBits,
  hasBit,
  type IndexSearcher,
  levelDocs,
  matchingDocs,
  type SegmentReader,
  setBit,
  type Weight,
} from '@skein/search_library';
import { wholeDocuments } from '../queries/nested_path.js';
import { toLibraryQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { needsOf } from '../queries/visit_queries.js';

/** The set and its size in the form of a segment's `liveDocs` and `liveCount`. */
export interface VisibleDocs {
  readonly words: Uint32Array | null;
  readonly count: number;
  /** True if live documents may be hidden. */
  readonly hidesLive: boolean;
}

/**
 * The documents that match any of the queries. Refuses queries that read other documents: they
 * would have to be resolved anew for every request.
 */
export function visibleWeight(
  queries: readonly QueryNode[],
  searcher: IndexSearcher,
  context: QueryShardContext,
): Weight {
  for (const query of queries) checkStandsAlone(query);
  const should = queries.map((query) => toLibraryQuery(query, context));
  const query = wholeDocuments(booleanQuery({ should }), context);
  return searcher.weight(query, false);
}

export function visibleDocs(
  segment: SegmentReader,
  weight: Weight,
  hasNested: boolean,
): VisibleDocs {
  const words = matchingDocs(weight, segment);
  if (hasNested) addNested(words, segment);
  return { words, count: countBits(words), hidesLive: true };
}

/** Nested documents are visible if their root document is, which follows them. */
function addNested(words: Uint32Array, segment: SegmentReader): void {
  const whole = levelDocs(segment, undefined);
  if (whole === null) return;
  let start = 0;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (!hasBit(whole, doc)) continue;
    if (hasBit(words, doc)) for (let inner = start; inner < doc; inner++) setBit(words, inner);
    start = doc + 1;
  }
}

function checkStandsAlone(query: QueryNode): void {
  if (needsOf([query]).documents.length === 0) return;
  throw new ApiError(
    'security_exception',
    'the query of a role cannot be used: it names documents of an index',
    { status: 403 },
  );
}
