/** What collectors may ask of the shard: everything that only the search language knows. Segments and mapping are those the caller may see. */
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
import type { HeuristicScripts } from './options/significance.js';
import type { AggregationProfiler } from './profile/aggregation_profiler.js';
import type { CalendarUnit } from './rounding/date_rounding.js';

export interface AggregationShard {
  readonly indexName: string;
  readonly nowMs: number;
  /** Tells the shards of all indices apart, and copies of one not. */
  readonly salt: number;
  readonly searcher: IndexSearcher;
  readonly mapping: AggregationMapping;
  /** The nested path whose objects are aggregated; `undefined`: whole documents. */
  readonly nestedPath: string | undefined;
  /** `search.max_buckets`; collectors count what they make with `countBuckets`. */
  countBuckets(count: number): void;
  checkCancelled(): void;
  /** Told of all collectors; absent: nobody wants to know where time goes. */
  readonly profiler?: AggregationProfiler | undefined;
  /** A query of the options, bound at the nested path at hand. */
  query(query: QueryData): Query;
  /** All documents the request may see, whatever its query. */
  allDocuments(): Query;
  /** Whose matches are aggregated. */
  matches(): Query;
  /** The same shard, looked at from the objects of a path; `undefined`: from whole documents. */
  at(nestedPath: string | undefined): AggregationShard;
  /** The nearest date histogram around; absent: there is none. */
  readonly timeBuckets?: TimeBuckets | undefined;
  /** What a sampler around lets through of all documents; absent: all. */
  readonly sample?: DocumentSample | undefined;
  /** The best of some documents, as a search of them would find and show them. Throws what binding throws. */
  topHits(request: HitsRequest): (documents: ScoredDocsSource) => FoundHits;
  /** Where numbers are wanted, dates are milliseconds. Throws what compiling throws. */
  valueScript(script: ScriptReference, wanted: 'numbers' | 'texts'): ValueScript;
  /** Throws what compiling throws. */
  readonly heuristicScript: HeuristicScripts;
  /** Throws what compiling throws. */
  metricScripts(scripts: MetricScriptReferences): MetricScripts;
}

/** Documents drawn by chance, with the objects inside of them. */
export interface DocumentSample {
  /** A bit a document of the segment. `docBase`: the number of its first document in the searcher. */
  segment(reader: SegmentReader, docBase: number): Uint32Array;
}

/** What the aggregations inside a date histogram may know of its buckets. */
export interface TimeBuckets {
  /** The node that has them. */
  readonly of: object;
  /** Absent: its interval is a fixed one. */
  readonly unit: CalendarUnit | undefined;
  /** Of every bucket; `undefined`: they differ. */
  readonly fixedMs: number | undefined;
  /** Of one that has documents. */
  lengthMs(bucket: number): number;
}

export interface AggregationMapping {
  field(name: string): MappedField | undefined;
  isNested(path: string): boolean;
  readonly joinField: JoinField | undefined;
}

/** A query as it was read: plain data, which the search language alone understands. */
export interface QueryData {
  readonly kind: string;
}

/** A search inside an aggregation. What it asks is known to the search language alone. */
export interface HitsRequest {
  readonly from: number;
  readonly size: number;
  readonly needsScores: boolean;
  readonly request: unknown;
}

export interface FoundHits {
  readonly orders: readonly SortKeyOrder[];
  /** NaN: nothing was scored. */
  readonly maxScore: number;
  /** Best first. */
  readonly hits: readonly {
    readonly score: number;
    readonly sort: readonly SortValue[];
    /** JSON. */
    readonly bytes: Uint8Array;
  }[];
}

/** A script that gives the values of a document. */
export interface ValueScript {
  readonly needsScore: boolean;
  segment(reader: SegmentReader): ValueRun;
}

/** Of `scripted_metric`, each with all its parameters. */
export interface MetricScriptReferences {
  readonly init: ScriptReference | undefined;
  readonly map: ScriptReference;
  readonly combine: ScriptReference;
}

/** What scripts keep of the documents of a bucket. Only scripts look inside. */
export type MetricState = object;

export interface MetricScripts {
  /** As `init_script` leaves it. */
  newState(): MetricState;
  /** `map_script`; documents come in any order. */
  segment(reader: SegmentReader): (doc: number, score: number, state: MetricState) => void;
  /** What `combine_script` makes of it: plain data. */
  combine(state: MetricState): unknown;
  /** What scripts of this thread have allocated so far, in some unit: whoever asks before and after knows whether it was much. */
  allocated(): number;
  /** Roughly the bytes that the states keep. */
  retainedBytes(states: Iterable<MetricState>): number;
}

/** `value`: that of the field, where the aggregation names one as well. A text, a number, a boolean, or several. */
export type ValueRun = (doc: number, score: number, value?: number | bigint | string) => JsonValue;
