/**
 * Searches a snapshot of a shard. All calls are synchronous; the cancellation check is called every
 * 1,024 documents or terms and throws to stop. Implemented by `createSearcher`.
 */

import type { SegmentReader } from '../index/segment_reader.js';
import type { Collector, DocsCollector } from './collector.js';
import type { StatisticsSource } from './corpus_statistics.js';
import type { Explanation } from './explain/explanation.js';
import type { KernelSearch } from './kernels/run_kernel.js';
import type { Query, Weight } from './query.js';
import type { TopDocs, TopFieldDocs, TopGroups } from './results.js';
import type { TopDocsOptions, TopFieldDocsOptions, TopGroupsOptions } from './search_options.js';
import type { Similarity } from './similarity/similarity.js';
import type { FieldStatistics, TermStatistics } from './statistics.js';

export interface IndexSearcher {
  readonly segments: readonly SegmentReader[];
  /** First global document number of each segment. */
  readonly docBases: readonly number[];
  readonly maxDoc: number;
  fieldStatistics(field: string): FieldStatistics;
  termStatistics(field: string, term: Uint8Array): TermStatistics;
  /** Statistics of a larger corpus; absent: only these segments count. */
  readonly statistics: StatisticsSource | undefined;
  /** The most clauses that a query may expand to; more are refused with `too_many_clauses`. */
  readonly maxClauseCount: number;
  similarity(field: string): Similarity;
  checkCancelled(): void;
  /** Absent: scorers do all the work. */
  readonly kernelSearch: KernelSearch | undefined;
  /** Rewrites until nothing changes. */
  rewrite(query: Query): Query;
  /**
   * Creates the weight of a query. Queries must create the weights of their children with this
   * method only, so that a profiler is told.
   */
  createWeight(query: Query, needsScores: boolean, boost: number): Weight;
  /** The rewritten query's weight. */
  weight(query: Query, needsScores: boolean): Weight;
  /** Number of live matches. */
  count(query: Query): number;
  topDocs(query: Query, options: TopDocsOptions): TopDocs;
  topFieldDocs(query: Query, options: TopFieldDocsOptions): TopFieldDocs;
  /** The best document of each of the best groups. */
  topGroups(query: Query, options: TopGroupsOptions): TopGroups;
  /** Passes every live match to the collector. */
  search(query: Query, collector: Collector): void;
  /** Passes every live match to the collector, in batches. */
  searchDocs(query: Query, collector: DocsCollector): void;
  /** Explains the score of a document, deleted or not. */
  explain(query: Query, doc: number): Explanation;
  /** Segment and local number of a global document. */
  locate(doc: number): { segment: SegmentReader; doc: number };
}
