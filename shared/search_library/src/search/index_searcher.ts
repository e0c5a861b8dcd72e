/**
 * What a point in time of a shard can be asked. Everything is synchronous; the cancellation check is called every 1,024 documents
 * or terms and throws to stop. Implemented by `createSearcher`.
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
  /** Of a larger whole than this; absent: terms are counted here alone. */
  readonly statistics: StatisticsSource | undefined;
  /** Most terms that a query may stand for as clauses; more are `too_many_clauses`. */
  readonly maxClauseCount: number;
  similarity(field: string): Similarity;
  checkCancelled(): void;
  /** Absent: scorers do everything. */
  readonly kernelSearch: KernelSearch | undefined;
  /** Rewrites until nothing changes. */
  rewrite(query: Query): Query;
  /** The query's weight. Queries get the weights of those inside them here, and nowhere else: whoever profiles them is told. */
  createWeight(query: Query, needsScores: boolean, boost: number): Weight;
  /** The rewritten query's weight. */
  weight(query: Query, needsScores: boolean): Weight;
  /** Live matches. */
  count(query: Query): number;
  topDocs(query: Query, options: TopDocsOptions): TopDocs;
  topFieldDocs(query: Query, options: TopFieldDocsOptions): TopFieldDocs;
  /** The best document of each of the best groups. */
  topGroups(query: Query, options: TopGroupsOptions): TopGroups;
  /** Gives every live match to the collector. */
  search(query: Query, collector: Collector): void;
  /** The same, in batches. */
  searchDocs(query: Query, collector: DocsCollector): void;
  /** How a document comes to its score, deleted or not. */
  explain(query: Query, doc: number): Explanation;
  /** Segment and local number of a global document. */
  locate(doc: number): { segment: SegmentReader; doc: number };
}
