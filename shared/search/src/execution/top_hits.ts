/** For `top_hits`: finds and renders the best documents of a bucket, as a search would. */
import type { FoundHits, HitsRequest } from '@skein/aggregations';
import { withJsonBuffer } from '@skein/content';
import {
  hasBit,
  type IndexSearcher,
  levelDocs,
  type OwnBytes,
  type Query,
  type ScoredDocsSource,
  scoredDocsQuery,
  type TopDocs,
  type TopFieldDocs,
} from '@skein/search_library';
import { withDocumentMemory } from '../fetch/document_memory.js';
import { checkDocvalueFields } from '../fetch/docvalue_limit.js';
import type { FetchHit } from '../fetch/fetch_part.js';
import { fetchHit, writeHit } from '../fetch/hit.js';
import { hitParts } from '../fetch/hit_parts.js';
import { nestedHit } from '../fetch/nested_hit.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { hitsRequest } from '../request/aggregation_data.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import type { PreparedSearch } from './prepared_search.js';
import { shardHit } from './shard_hit.js';
import { sortOf } from './sort/sort_of.js';
import { planSort, type SortPlan } from './sort/sort_plan.js';

interface Ground {
  readonly prepared: PreparedSearch;
  /** The query context of the aggregation; inside a `nested` aggregation, it has a `nestedPath`. */
  readonly context: QueryShardContext;
}

export function topHits(
  hits: HitsRequest,
  { prepared, context }: Ground,
): (documents: ScoredDocsSource) => FoundHits {
  const request = hitsRequest(hits);
  const { searcher, origin, matches: query, highlighted } = prepared;
  const shard = { ...context, innerHits: [], percolations: [] };
  checkDocvalueFields(request, shard);
  const plan = planSort(sortOf(request), shard, { searcher });
  const showing = { request, shard, plan, searcher, origin, query, highlighted };
  let made: ReturnType<typeof hitParts> | undefined;
  const parts = () => {
    if (made === undefined) {
      const { innerHits, percolations } = boundShard(prepared);
      made = hitParts({ ...showing, shard: { ...shard, percolations }, innerHits });
    }
    return made;
  };
  return (documents) => {
    const found = search(scoredDocsQuery(documents), { request, plan, searcher });
    return {
      orders: plan.formats,
      maxScore: found.maxScore,
      hits: found.hits.map((each) => {
        const hit = withoutScore(shardHit(each, plan), request, plan);
        const bytes = withJsonBuffer((buffer) => {
          withDocumentMemory((own) => {
            const shown = fetched(hit, { searcher, shard, own });
            writeHit({ hit: shown, parts: parts(), context: { request, shard } }, buffer);
          });
          return buffer.finish();
        });
        return { score: hit.score, sort: hit.sort, bytes };
      }),
    };
  };
}

/** Binds the request's query, which fills in the inner hits and percolations of its shard. */
function boundShard({ query, shard }: PreparedSearch): PreparedSearch['shard'] {
  query();
  return shard;
}

/**
 * As in OpenSearch, hits in a requested order show scores only if they are tracked, even in an
 * order by scores.
 */
function withoutScore(
  hit: ShardHit,
  { trackScores }: SearchRequest,
  { fields }: SortPlan,
): ShardHit {
  return fields.length === 0 || trackScores ? hit : { ...hit, score: Number.NaN };
}

interface Searching {
  readonly request: SearchRequest;
  readonly plan: SortPlan;
  readonly searcher: IndexSearcher;
}

function search(query: Query, { request, plan, searcher }: Searching): TopDocs | TopFieldDocs {
  const size = request.size === 0 ? 0 : request.from + request.size;
  const options = { size, totalHitsThreshold: Number.POSITIVE_INFINITY };
  if (plan.fields.length === 0) return searcher.topDocs(query, options);
  const { trackScores } = request;
  return searcher.topFieldDocs(query, { ...options, sort: plan.fields, trackScores });
}

interface Fetching {
  readonly searcher: IndexSearcher;
  readonly shard: QueryShardContext;
  readonly own: OwnBytes;
}

/**
 * A nested object is shown with its offset in its root document, which is the next one that is not
 * nested.
 */
function fetched(hit: ShardHit, { searcher, shard, own }: Fetching): FetchHit {
  const { nestedPath: path } = shard;
  if (path === undefined) return fetchHit(searcher, hit, own);
  const { segment, doc } = searcher.locate(hit.doc);
  const roots = levelDocs(segment, undefined);
  let root = doc;
  while (roots !== null && root < segment.maxDoc && !hasBit(roots, root)) root++;
  const around = fetchHit(searcher, { ...hit, doc: hit.doc + (root - doc) }, own);
  return nestedHit(hit, { doc, path }, { around, mapping: shard.mapping });
}
