/**
 * The matches of one scroll page: those after the last hit of the previous page. Hits with equal
 * keys are ordered by document number, so that no page repeats or omits any. All matches are
 * counted only for the first page; later pages skip documents that lie too far back.
 */
import {
  booleanQuery,
  docsFromQuery,
  type FieldDoc,
  type IndexSearcher,
  type Query,
} from '@skein/search_library';
import type { ScrollPage, SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import { type FoundHits, inTime, NOTHING_IN_TIME } from './found.js';
import type { SortPlan } from './sort/sort_plan.js';

const BY_DOCUMENT = { kind: 'doc', reverse: false } as const;

interface Paging {
  readonly request: SearchRequest;
  readonly plan: SortPlan;
  readonly page: ScrollPage;
}

export function collectPage(searcher: IndexSearcher, query: Query, paging: Paging): FoundHits {
  const { fields } = paging.plan;
  const [first] = fields;
  const isByDocument = fields.length === 1 && first?.kind === 'doc' && !first.reverse;
  const search = () => {
    if (fields.length === 0) return byScore(searcher, query, paging);
    return isByDocument ? byDocument(searcher, query, paging) : byFields(searcher, query, paging);
  };
  return inTime(searcher.checkCancelled, search) ?? NOTHING_IN_TIME;
}

function optionsOf({ request, page }: Paging) {
  return {
    size: request.size,
    totalHitsThreshold: page.counted ? 0 : Number.POSITIVE_INFINITY,
    minScore: request.minScore,
    terminateAfter: request.terminateAfter,
  };
}

function byScore(searcher: IndexSearcher, query: Query, paging: Paging): FoundHits {
  const { after } = paging.page;
  return searcher.topDocs(query, { ...optionsOf(paging), after });
}

/**
 * Pages in index order: each page starts where the previous one ended and is complete as soon as it
 * is full.
 */
function byDocument(searcher: IndexSearcher, query: Query, paging: Paging): FoundHits {
  const { request, page, plan } = paging;
  const rest = page.after ? afterDocument(query, page.after) : query;
  const { trackScores } = request;
  const options = { ...optionsOf(paging), sort: plan.fields, trackScores };
  if (!page.counted) return searcher.topFieldDocs(rest, options);
  const terminateAfter = Math.min(request.size, request.terminateAfter ?? request.size);
  return searcher.topFieldDocs(rest, { ...options, terminateAfter });
}

function afterDocument(query: Query, { doc }: ShardHit): Query {
  return booleanQuery({ must: [query], filter: [docsFromQuery(doc + 1)] });
}

function byFields(searcher: IndexSearcher, query: Query, paging: Paging): FoundHits {
  const { request, page, plan } = paging;
  const { trackScores } = request;
  const sort = [...plan.fields, BY_DOCUMENT];
  const after = page.after && [...page.after.sort, page.after.doc];
  const found = searcher.topFieldDocs(query, { ...optionsOf(paging), sort, after, trackScores });
  return { ...found, hits: found.hits.map(withoutDocument) };
}

/** Removes the document number, which is not a key of the request. */
function withoutDocument(hit: FieldDoc): FieldDoc {
  return { ...hit, sort: hit.sort.slice(0, -1) };
}
