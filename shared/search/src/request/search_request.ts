/**
 * A search request, parsed once on the coordinating node and checked for form; the query stays JSON, whose names, options and
 * nesting have been checked, and is bound to fields at the shard. Frozen plain data.
 */
import type { JsonObject, JsonValue } from '@skein/content';

export interface SearchRequest {
  readonly query: JsonObject | undefined;
  readonly from: number;
  readonly size: number;
  readonly sort: readonly SortSpec[];
  readonly searchAfter: readonly JsonValue[] | undefined;
  /** `Infinity` for true, 0 for false. */
  readonly trackTotalHits: number;
  readonly trackScores: boolean;
  readonly minScore: number | undefined;
  readonly terminateAfter: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly source: SourceSpec | undefined;
  readonly version: boolean;
  readonly seqNoPrimaryTerm: boolean;
  readonly storedFields: readonly string[] | undefined;
  readonly docvalueFields: readonly FieldAndFormat[];
  readonly fields: readonly FieldAndFormat[];
  readonly explain: boolean;
  readonly postFilter: JsonObject | undefined;
  /** Index boosts by resolved index. */
  readonly indexBoost: number;
}

export interface SourceSpec {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

export interface SortSpec {
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: string | undefined;
  readonly missing: JsonValue | undefined;
  readonly unmappedType: string | undefined;
  readonly numericType: string | undefined;
  readonly format: string | undefined;
}

export interface FieldAndFormat {
  readonly field: string;
  readonly format: string | undefined;
}
