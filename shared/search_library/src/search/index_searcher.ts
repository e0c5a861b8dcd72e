/** Placeholder signature of the searcher; see `IndexSearcherApi` for what it offers. */
import type { SegmentReader } from '../index/segment_reader.js';
import type { Query } from './query.js';
import type { SortField, SortValue, TopDocs, TopFieldDocs } from './results.js';

export interface TermStatistics {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

export interface FieldStatistics {
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
}

export interface SearchOptions {
  readonly size: number;
  /** Count exactly up to this many hits; `Infinity` always, 0 never (`total` is then a lower bound). */
  readonly totalHitsThreshold: number;
  readonly minScore?: number | undefined;
  /** Stop collecting in this shard after so many documents. */
  readonly terminateAfter?: number | undefined;
}

/** Everything is synchronous; the cancellation check is called every 1,024 documents or terms and throws to stop. */
export interface IndexSearcher {
  readonly segments: readonly SegmentReader[];
  /** First global document number of each segment. */
  readonly docBases: readonly number[];
  readonly maxDoc: number;
  fieldStatistics(field: string): FieldStatistics;
  termStatistics(field: string, term: Uint8Array): TermStatistics;
  checkCancelled(): void;
  count(query: Query): number;
  topDocs(
    query: Query,
    options: SearchOptions & { readonly after?: { score: number; doc: number } | undefined },
  ): TopDocs;
  topFieldDocs(
    query: Query,
    options: SearchOptions & {
      readonly sort: readonly SortField[];
      readonly after?: readonly SortValue[] | undefined;
      readonly trackScores: boolean;
    },
  ): TopFieldDocs;
  /** Segment and local number of a global document. */
  locate(doc: number): { segment: SegmentReader; doc: number };
}
