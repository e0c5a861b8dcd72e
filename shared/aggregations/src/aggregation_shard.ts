/**
 * The collectors' view of the shard: everything that only the search language knows. It holds only
 * the segments and the mapping that the caller may see.
 */
import type { JsonValue } from '@skein/content';
import type { JoinField, MappedField } from '@skein/mapping';
import type { ScriptReference } from '@skein/script';
import type {
  IndexSearcher,
  Query,
  ScoredDocsSource,
  SegmentReader,
  SortKeyOrder,
  SortValue,
} from '@skein/search_library';
import type { HeuristicScripts } from './options/heuristic_scripts.js';
import type { AggregationProfiler } from './profile/aggregation_profiler.js';
import type { CalendarUnit } from './rounding/date_rounding.js';

export interface AggregationShard {
  readonly indexName: string;
  /** The settings of the index, by their whole names. */
  readonly settings: ReadonlyMap<string, string>;
  readonly nowMs: number;
  /**
   * A number that differs between the shards of all indices and is the same for the copies of one
   * shard.
   */
  readonly salt: number;
  readonly searcher: IndexSearcher;
  readonly mapping: AggregationMapping;
  /** The nested path whose objects are aggregated; `undefined` if whole documents are. */
  readonly nestedPath: string | undefined;
  /** Throws beyond `search.max_buckets`. Collectors report the buckets that they make. */
  countBuckets(count: number): void;
  checkCancelled(): void;
  /** Wraps all collectors to time them. Absent if no profile is requested. */
  readonly profiler?: AggregationProfiler | undefined;
  /** Binds a query of the options at the current nested path. */
  query(query: QueryData): Query;
  /** Matches all documents that the request may see, whatever its query is. */
  allDocuments(): Query;
  /** The query whose matches are aggregated. */
  matches(): Query;
  /** The same shard at the objects of a path, or at whole documents if it is `undefined`. */
  at(nestedPath: string | undefined): AggregationShard;
  /** The buckets of the nearest enclosing date histogram; absent if there is none. */
  readonly timeBuckets?: TimeBuckets | undefined;
  /** The documents in the sample of an enclosing sampler; absent if all documents are. */
  readonly sample?: DocumentSample | undefined;
  /** The most hits that `top_hits` shows or skips: `index.max_inner_result_window`. */
  readonly innerResultWindow: number;
  /**
   * Finds the best of some documents and shows them as a search would. Throws the errors of
   * binding.
   */
  topHits(request: HitsRequest): (documents: ScoredDocsSource) => FoundHits;
  /** Compiles a script of values. Throws the errors of compiling. */
  valueScript(script: ScriptReference, wanted: WantedValues): ValueScript;
  /** Compiles a script heuristic. Throws the errors of compiling. */
  readonly heuristicScript: HeuristicScripts;
  /** Compiles the scripts of a `scripted_metric`. Throws the errors of compiling. */
  metricScripts(scripts: MetricScriptReferences): MetricScripts;
}

/**
 * The values that a script gives: `numbers` in a list or alone, with dates as milliseconds; one
 * `number` for each number of a field; `texts` in a list or alone; or one `text` for each text of a
 * field.
 */
export type WantedValues = 'numbers' | 'number' | 'texts' | 'text';

/** Randomly drawn documents, with the nested objects inside them. */
export interface DocumentSample {
  /**
   * A bit set of the drawn documents of a segment. `docBase` is the number of its first document in
   * the searcher.
   */
  segment(reader: SegmentReader, docBase: number): Uint32Array;
}

/** The properties of a date histogram's buckets that the aggregations inside may read. */
export interface TimeBuckets {
  /** The node of the date histogram. */
  readonly of: object;
  /** The calendar unit; `undefined` if the interval is fixed. */
  readonly unit: CalendarUnit | undefined;
  /** The length of every bucket; `undefined` if the lengths differ. */
  readonly fixedMs: number | undefined;
  /** The length of a bucket that has documents. */
  lengthMs(bucket: number): number;
}

export interface AggregationMapping {
  field(name: string): MappedField | undefined;
  isNested(path: string): boolean;
  readonly joinField: JoinField | undefined;
}

/** A parsed query: plain data, which only the search language understands. */
export interface QueryData {
  readonly kind: string;
}

/** A search inside an aggregation. Only the search language understands `request`. */
export interface HitsRequest {
  readonly from: number;
  readonly size: number;
  /** If true, the total is shown as a number: `rest_total_hits_as_int`. */
  readonly totalHitsAsInt: boolean;
  readonly needsScores: boolean;
  readonly request: unknown;
}

export interface FoundHits {
  readonly orders: readonly SortKeyOrder[];
  /** The greatest score; NaN if no document was scored. */
  readonly maxScore: number;
  /** The hits, best first. */
  readonly hits: readonly {
    readonly score: number;
    readonly sort: readonly SortValue[];
    /** The hit as JSON text. */
    readonly bytes: Uint8Array;
  }[];
}

/** A script that gives the values of a document. */
export interface ValueScript {
  readonly needsScore: boolean;
  segment(reader: SegmentReader): ValueRun;
}

/** The scripts of a `scripted_metric`, each with all its parameters. */
export interface MetricScriptReferences {
  readonly init: ScriptReference | undefined;
  readonly map: ScriptReference;
  readonly combine: ScriptReference;
}

/** The state that scripts keep for the documents of a bucket. Only scripts look inside. */
export type MetricState = object;

export interface MetricScripts {
  /** The state after `init_script`. */
  newState(): MetricState;
  /** Runs `map_script`; documents come in any order. */
  segment(reader: SegmentReader): (doc: number, score: number, state: MetricState) => void;
  /** The result of `combine_script`: plain data. */
  combine(state: MetricState): unknown;
  /**
   * Total allocation of this thread's scripts so far, in an unspecified unit: the difference
   * between two calls shows whether the scripts between them allocated much.
   */
  allocated(): number;
  /** Approximate bytes that the states retain. */
  retainedBytes(states: Iterable<MetricState>): number;
}

/**
 * Returns the values of a document: a text, a number, a boolean, a list of them, or null if it
 * has none. `value` is the value of the field, if the aggregation names a field as well.
 */
export type ValueRun = (doc: number, score: number, value?: number | bigint | string) => JsonValue;
