/** What collectors may ask of the shard: everything that only the search language knows. Segments and mapping are those the caller may see. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { MappedField } from '@skein/mapping';
import type { ScriptReference } from '@skein/script';
import type { IndexSearcher, Query, SegmentReader } from '@skein/search_library';

export interface AggregationShard {
  readonly indexName: string;
  readonly nowMs: number;
  readonly searcher: IndexSearcher;
  readonly mapping: AggregationMapping;
  /** The nested path whose objects are aggregated; `undefined`: whole documents. */
  readonly nestedPath: string | undefined;
  /** `search.max_buckets`; collectors count what they make with `countBuckets`. */
  countBuckets(count: number): void;
  checkCancelled(): void;
  /** A query of the request, bound at the nested path at hand. */
  query(json: JsonObject): Query;
  /** All documents the request may see, whatever its query. */
  allDocuments(): Query;
  /** Whose matches are aggregated. */
  matches(): Query;
  /** The same shard, looked at from the objects of a path; `undefined`: from whole documents. */
  at(nestedPath: string | undefined): AggregationShard;
  /** Throws what compiling throws. */
  valueScript(script: ScriptReference): ValueScript;
}

export interface AggregationMapping {
  field(name: string): MappedField | undefined;
  isNested(path: string): boolean;
}

/** A script that gives the values of a document. */
export interface ValueScript {
  readonly needsScore: boolean;
  segment(reader: SegmentReader): ValueRun;
}

/** `value`: that of the field, where the aggregation names one as well. A text, a number, a boolean, or several. */
export type ValueRun = (doc: number, score: number, value?: number | bigint | string) => JsonValue;
