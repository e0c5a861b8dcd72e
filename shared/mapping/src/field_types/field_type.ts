/**
 * What one mapped field knows about itself: how a JSON value becomes index fields, which library queries it can answer, how its
 * values are sorted and shown. One file a type in this folder, one line in `all.ts`.
 */
import type { Analyzer } from '@skein/analysis';
import type { Clock } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import type { FieldSpec, IndexedField, Query, SortField, SortValue } from '@skein/search_library';

/** What building a query may depend on. */
export interface QueryContext {
  /** `now` of date math is taken once a request. */
  readonly nowMs: number;
  readonly indexName: string;
}

export interface RangeBounds {
  readonly lower: JsonValue | undefined;
  readonly upper: JsonValue | undefined;
  readonly includeLower: boolean;
  readonly includeUpper: boolean;
  readonly format?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly relation?: 'intersects' | 'contains' | 'within' | undefined;
}

/** Where a field type puts what it made of a value. */
export interface FieldSink {
  add(field: IndexedField): void;
  /** Names the field in `_ignored` (ignore_malformed, ignore_above). */
  ignore(field: string): void;
  readonly clock: Clock;
}

export interface SortOptions {
  readonly reverse: boolean;
  readonly mode: string | undefined;
  readonly missing: JsonValue | undefined;
  readonly numericType: string | undefined;
}

/** A field of a concrete mapping. Immutable. */
export interface MappedField {
  /** Full path. */
  readonly name: string;
  /** Mapping type: `keyword`, `long`, … */
  readonly typeName: string;
  readonly spec: FieldSpec;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  /** `text` and its kin: has analysers, takes phrase queries. */
  readonly isText: boolean;
  readonly indexAnalyzer: Analyzer | undefined;
  readonly searchAnalyzer: Analyzer | undefined;
  readonly searchQuoteAnalyzer: Analyzer | undefined;
  readonly boost: number;
  readonly stored: boolean;

  /**
   * Indexes one JSON leaf (arrays are unrolled by the document parser; `null` arrives only when `null_value` is set, already replaced).
   * Throws an ApiError whose reason the document parser wraps into `failed to parse field [..] of type [..] in document with id '..'`.
   */
  index(value: JsonValue, sink: FieldSink): void;

  termQuery(value: JsonValue, context: QueryContext, caseInsensitive?: boolean): Query;
  termsQuery(values: readonly JsonValue[], context: QueryContext): Query;
  rangeQuery(bounds: RangeBounds, context: QueryContext): Query;
  prefixQuery(prefix: string, caseInsensitive: boolean, context: QueryContext): Query;
  wildcardQuery(pattern: string, caseInsensitive: boolean, context: QueryContext): Query;
  existsQuery(context: QueryContext): Query;

  sortField(options: SortOptions): SortField;
  /** A value of a hit's `sort`, of `docvalue_fields`: formatted as the reference shows it. */
  formatSortValue(value: SortValue): JsonValue;
  /** The reverse, for `search_after`. */
  parseSortValue(value: JsonValue, context: QueryContext): SortValue;
  docValueFormat(value: number | bigint | Uint8Array, format: string | undefined): JsonValue;
}

/** How a type is made from its JSON. */
export interface FieldTypeDefinition {
  readonly name: string;
  /** Parses `{"type": …, …}`; an unknown or wrong parameter is a `mapper_parsing_exception` that names it. */
  parse(path: string, json: JsonObject, context: FieldTypeContext): MappedField;
  /** Parameters that may change by put-mapping; all others conflict: `Cannot update parameter [x] from [a] to [b]`. */
  readonly updatable: ReadonlySet<string>;
}

/** What parsing a mapping needs of the index. */
export interface FieldTypeContext {
  analyzer(name: string): Analyzer | undefined;
  readonly defaultAnalyzer: Analyzer;
  readonly defaultSearchAnalyzer: Analyzer;
  normalizer(name: string): import('@skein/analysis').Normalizer | undefined;
  readonly ignoreMalformedDefault: boolean;
  readonly coerceDefault: boolean;
}
