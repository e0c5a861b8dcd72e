/** The searcher over the segments of a snapshot. */

import { assert } from '@skein/base';
import { NO_MORE_DOCS, type SegmentReader } from '../index/segment_reader.js';
import { takeMemory } from '../memory/request_memory.js';
import type { Collector, DocsCollector } from './collector.js';
import type { StatisticsSource } from './corpus_statistics.js';
import { explainWeight } from './explain/explain_weight.js';
import type { IndexSearcher } from './index_searcher.js';
import type { Kernels } from './kernels/kernels.js';
import { LeafCount } from './leaf_count.js';
import { finishes } from './out_of_time.js';
import type { QueryProfiler } from './profile/query_profiler.js';
import type { Query, Weight } from './query.js';
import type { TopDocs, TopFieldDocs, TopGroups } from './results.js';
import type {
  SearchOptions,
  TopDocsOptions,
  TopFieldDocsOptions,
  TopGroupsOptions,
} from './search_options.js';
import { bm25 } from './similarity/bm25.js';
import type { Similarity } from './similarity/similarity.js';
import type { FieldStatistics } from './statistics.js';
import { lookUpTerm } from './term_states.js';
import { countAll, countUpTo, knownCount, Tally } from './top_docs/counting.js';
import { TopDocsVisitor } from './top_docs/top_docs_visitor.js';
import { sortNeedsScores, TopFieldDocsVisitor } from './top_docs/top_field_docs_visitor.js';
import { TopGroupsVisitor } from './top_docs/top_groups_visitor.js';
import { totalHits } from './top_docs/total_hits.js';
import { walk } from './top_docs/walk.js';
import { walkDocs } from './top_docs/walk_docs.js';

export interface SearcherOptions {
  /** The similarity of each field; by default BM25 for all. */
  readonly similarity?: (field: string) => Similarity;
  /** Used in place of the statistics of the segments. */
  readonly statistics?: StatisticsSource | undefined;
  /** Called every 1,024 documents or terms; throws to stop the search. */
  readonly checkCancelled?: () => void;
  /** The kernels of the thread. */
  readonly kernels?: Kernels | undefined;
  /** `indices.query.bool.max_clause_count`; absent: 1,024. */
  readonly maxClauseCount?: number | undefined;
  /**
   * Called for every query that is rewritten or for which a weight is created. Kernels are not used
   * then.
   */
  readonly profiler?: QueryProfiler | undefined;
}

/** Lucene's default of `IndexSearcher.getMaxClauseCount`. */
export const DEFAULT_MAX_CLAUSE_COUNT = 1024;

/** Shared by all searches, since it caches the factors of fields it has scored. */
const STANDARD_SIMILARITY = bm25();

/** A query that still changes after this many rounds of rewriting is faulty. */
const MAX_REWRITES = 64;

/** The last weight that was created, which is reused if its query runs again. */
interface Weighed {
  readonly query: Query;
  readonly needsScores: boolean;
  readonly weight: Weight;
}

export function createSearcher(
  segments: readonly SegmentReader[],
  options: SearcherOptions = {},
): IndexSearcher {
  const docBases: number[] = [];
  let maxDoc = 0;
  for (const segment of segments) {
    docBases.push(maxDoc);
    maxDoc += segment.maxDoc;
  }
  const checkCancelled = options.checkCancelled ?? (() => undefined);
  const { profiler } = options;
  const kernels = profiler === undefined ? options.kernels : undefined;
  const fields = new Map<string, FieldStatistics>();
  let last: Weighed | undefined;
  const searcher: IndexSearcher = {
    segments,
    docBases,
    maxDoc,
    fieldStatistics(field) {
      const own = fields.get(field) ?? sumFieldStatistics(segments, field);
      fields.set(field, own);
      return options.statistics?.field(field, own) ?? own;
    },
    termStatistics: (field, term) => lookUpTerm(searcher, field, term).statistics,
    statistics: options.statistics,
    maxClauseCount: options.maxClauseCount ?? DEFAULT_MAX_CLAUSE_COUNT,
    similarity: options.similarity ?? (() => STANDARD_SIMILARITY),
    checkCancelled,
    kernelSearch: kernels && { kernels, checkCancelled },
    rewrite: (query) =>
      profiler === undefined
        ? rewriteFully(searcher, query)
        : profiler.rewrite(query, () => rewriteFully(searcher, query)),
    createWeight(query, needsScores, boost) {
      if (profiler === undefined) return query.createWeight(searcher, needsScores, boost);
      return profiler.weigh(query, () => query.createWeight(searcher, needsScores, boost));
    },
    weight(query, needsScores) {
      if (last?.query === query && last.needsScores === needsScores) return last.weight;
      const rewritten = searcher.rewrite(query);
      // Patterns and fuzzy words became the terms that they stand for, which count too.
      if (rewritten !== query) new LeafCount(searcher.maxClauseCount).add(rewritten);
      const weight = searcher.createWeight(rewritten, needsScores, 1);
      last = { query, needsScores, weight };
      return weight;
    },
    count: (query) => countAll(searcher, searcher.weight(query, false)),
    topDocs: (query, request) => topDocs(searcher, query, request),
    topFieldDocs: (query, request) => topFieldDocs(searcher, query, request),
    topGroups: (query, request) => topGroups(searcher, query, request),
    search: (query, collector) =>
      collect(searcher, searcher.weight(query, collector.needsScores), collector),
    searchDocs: (query, collector) =>
      collectDocs(searcher, searcher.weight(query, false), collector),
    explain: (query, doc) => {
      const rewritten = searcher.rewrite(query);
      const weight = searcher.createWeight(rewritten, true, 1);
      return explainWeight(rewritten, weight, locate(searcher, doc));
    },
    locate: (doc) => locate(searcher, doc),
  };
  return searcher;
}

function sumFieldStatistics(segments: readonly SegmentReader[], field: string): FieldStatistics {
  let docCount = 0;
  let sumTotalTermFreq = 0;
  let sumDocFreq = 0;
  for (const segment of segments) {
    const terms = segment.terms(field);
    if (terms === undefined) continue;
    docCount += terms.docCount;
    sumTotalTermFreq += terms.sumTotalTermFreq;
    sumDocFreq += terms.sumDocFreq;
  }
  return { docCount, sumTotalTermFreq, sumDocFreq };
}

function rewriteFully(searcher: IndexSearcher, query: Query): Query {
  let current = query;
  for (let round = 0; round < MAX_REWRITES; round++) {
    const rewritten = current.rewrite(searcher);
    if (rewritten === current) return current;
    current = rewritten;
  }
  assert(false, `query [${current}] does not stop rewriting`);
  return current;
}

/** The total if it is known without counting hits, otherwise -1. */
function totalBeforehand(searcher: IndexSearcher, weight: Weight, options: SearchOptions): number {
  const filtered = options.minScore !== undefined || Boolean(options.terminateAfter);
  return filtered ? -1 : knownCount(searcher, weight);
}

/** Approximate measured bytes of a hit in its heap and as an object, and of each sort key. */
const HIT_BYTES = 120;
const SORT_KEY_BYTES = 48;

function takeHits(count: number, keys: number): void {
  takeMemory(count * (HIT_BYTES + keys * SORT_KEY_BYTES), '<top_hits>');
}

function topDocs(searcher: IndexSearcher, query: Query, options: TopDocsOptions): TopDocs {
  const unlimited = options.minScore === undefined && !options.terminateAfter;
  if (options.size === 0 && unlimited) return countOnly(searcher, query, options);
  const weight = searcher.weight(query, true);
  const capacity = Math.min(options.size, searcher.maxDoc);
  takeHits(capacity, 0);
  const known = totalBeforehand(searcher, weight, options);
  const visitor = new TopDocsVisitor(options, capacity, known, searcher.kernelSearch);
  const inTime = finishes(() => walk(searcher, weight, visitor));
  return visitor.result(!inTime);
}

function countOnly(searcher: IndexSearcher, query: Query, options: TopDocsOptions): TopDocs {
  const threshold = options.totalHitsThreshold;
  const weight = searcher.weight(query, false);
  const tally = new Tally(threshold);
  const inTime = finishes(() => countUpTo(searcher, weight, tally));
  return {
    total: totalHits(tally.count, threshold),
    hits: [],
    maxScore: Number.NaN,
    terminatedEarly: false,
    timedOut: !inTime,
  };
}

function topFieldDocs(
  searcher: IndexSearcher,
  query: Query,
  options: TopFieldDocsOptions,
): TopFieldDocs {
  const needsScores = sortNeedsScores(options);
  const weight = searcher.weight(query, needsScores);
  const capacity = Math.min(options.size, searcher.maxDoc);
  takeHits(capacity, options.sort.length);
  const knownTotal = totalBeforehand(searcher, weight, options);
  const { selection } = weight;
  const visitor = new TopFieldDocsVisitor(options, { capacity, knownTotal, selection });
  const inTime = finishes(() =>
    needsScores || options.terminateAfter
      ? walk(searcher, weight, visitor)
      : walkDocs(searcher, weight, visitor),
  );
  return visitor.result(!inTime);
}

function topGroups(searcher: IndexSearcher, query: Query, options: TopGroupsOptions): TopGroups {
  const weight = searcher.weight(query, sortNeedsScores(options));
  const capacity = Math.min(options.size, searcher.maxDoc);
  takeHits(capacity, options.sort.length + 1);
  const visitor = new TopGroupsVisitor(options, capacity);
  const inTime = finishes(() => walk(searcher, weight, visitor));
  return visitor.result(!inTime);
}

function collect(searcher: IndexSearcher, weight: Weight, collector: Collector): void {
  let visit: ReturnType<Collector['segment']> = () => undefined;
  let current: Parameters<typeof visit>[1] | undefined;
  walk(searcher, weight, {
    segment(reader, docBase, scorer) {
      current = scorer;
      visit = collector.segment(reader, docBase);
    },
    document(doc) {
      if (current !== undefined) visit(doc, current);
      return true;
    },
  });
}

function collectDocs(searcher: IndexSearcher, weight: Weight, collector: DocsCollector): void {
  let visit: ReturnType<DocsCollector['segment']> = () => undefined;
  const { next } = collector;
  walkDocs(searcher, weight, {
    passesOver: next !== undefined,
    wants: (reader, docBase) => collector.wants?.(reader, docBase) !== false,
    segment(reader, docBase) {
      visit = collector.segment(reader, docBase);
    },
    next: next ?? ((doc) => doc),
    stretchEnd: () => NO_MORE_DOCS,
    visit(docs, count) {
      visit(docs, count);
      return true;
    },
  });
}

function locate(searcher: IndexSearcher, doc: number): { segment: SegmentReader; doc: number } {
  const isHere = doc >= 0 && doc < searcher.maxDoc;
  if (!isHere) assert(false, `document [${doc}] is not in this searcher`);
  const { docBases, segments } = searcher;
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (docBases[middle] <= doc) low = middle;
    else high = middle - 1;
  }
  return { segment: segments[low], doc: doc - docBases[low] };
}
