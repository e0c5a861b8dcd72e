/** `inner_hits` of a hit: for each joining query, the joined documents that belong to this hit. */
import { float32, type JsonObject } from '@skein/content';
import {
  booleanQuery,
  type IndexSearcher,
  inBlockQuery,
  matchNoneQuery,
  type Query,
  type TopDocs,
  type TopFieldDocs,
} from '@skein/search_library';
import { shardHit } from '../execution/shard_hit.js';
import { sortOf } from '../execution/sort/sort_of.js';
import { planSort, type SortPlan } from '../execution/sort/sort_plan.js';
import type { InnerHitsDefinition } from '../inner_hits/inner_hits.js';
import { bindQuery } from '../queries/bind_query.js';
import { type QueryShardContext, unseen } from '../queries/query_shard_context.js';
import type { ShardHit } from '../shard_hit.js';
import type { FetchHit, FetchPart } from './fetch_part.js';
import { encodedHit, fetchHit } from './hit.js';
import { nestedHit } from './nested_hit.js';
import type { Showing } from './showing.js';

interface Fetching {
  readonly searcher: IndexSearcher;
  readonly shard: QueryShardContext;
  readonly origin: Showing['origin'];
  /** The parts of an inner hit, which may contain inner hits again. */
  readonly hitParts: (showing: Showing) => readonly FetchPart[];
}

export function innerHits(
  definitions: readonly InnerHitsDefinition[],
  { searcher, shard, origin, hitParts }: Fetching,
): FetchPart {
  const bound = definitions.map((definition) => {
    const { join } = definition;
    const within = { ...shard, nestedPath: join.kind === 'same_block' ? join.path : undefined };
    const plan = planSort(sortOf(definition.request), within, { searcher });
    return { definition, fetching: { searcher, shard: within, origin, hitParts }, plan };
  });
  return (hit, _context, to) => {
    const shown = bound.map((each) => [each.definition.name, innerHitsOf(hit, each)] as const);
    to.member('inner_hits', Object.fromEntries(shown));
  };
}

interface Bound {
  readonly definition: InnerHitsDefinition;
  readonly fetching: Fetching;
  readonly plan: SortPlan;
}

function innerHitsOf(around: FetchHit, { definition, fetching, plan }: Bound): JsonObject {
  const { request } = definition;
  const { searcher, shard, origin, hitParts } = fetching;
  const found = search(around, { definition, fetching, plan });
  const parts = hitParts({
    plan,
    searcher,
    shard,
    request,
    origin,
    query: () => definition.query,
    highlighted: (own) => (own ? bindQuery(own, unseen(shard)) : definition.query),
    innerHits: definition.children,
  });
  const hits = found.hits
    .slice(request.from)
    .map((each) => innerHit(shardHit(each, plan), around, { definition, fetching, plan }))
    .map((hit) => encodedHit({ hit, parts, context: { request, shard } }));
  const max = found.maxScore;
  const total = request.totalHitsAsInt ? found.total.value : { ...found.total };
  return { hits: { total, max_score: Number.isNaN(max) ? null : float32(max), hits } };
}

function innerHit(hit: ShardHit, around: FetchHit, { definition, fetching }: Bound): FetchHit {
  const { searcher, shard } = fetching;
  const { join } = definition;
  if (join.kind === 'same_term') return fetchHit(searcher, hit);
  const base = searcher.docBases[searcher.segments.indexOf(around.segment)] ?? 0;
  const place = { doc: hit.doc - base, path: join.path };
  return nestedHit(hit, place, { around, mapping: shard.mapping });
}

function search(around: FetchHit, { definition, fetching, plan }: Bound): TopDocs | TopFieldDocs {
  const { request } = definition;
  const { searcher } = fetching;
  const options = {
    size: request.size === 0 ? 0 : request.from + request.size,
    totalHitsThreshold: Number.POSITIVE_INFINITY,
  };
  const query = joinedQuery(around, definition);
  if (plan.fields.length === 0) return searcher.topDocs(query, options);
  const { trackScores } = request;
  return searcher.topFieldDocs(query, { ...options, sort: plan.fields, trackScores });
}

/** The definition's query restricted to the documents that belong to one hit. */
function joinedQuery({ segment, doc }: FetchHit, { join, query }: InnerHitsDefinition): Query {
  if (join.kind === 'same_block') return inBlockQuery(query, { segment, doc, ...join });
  const column = segment.ordinals(join.field);
  if (!column?.has(doc)) return matchNoneQuery('the hit joins with nothing');
  const filter = [join.matching(column.term(column.ordinal(doc, 0)))];
  return booleanQuery({ must: [query], filter });
}
