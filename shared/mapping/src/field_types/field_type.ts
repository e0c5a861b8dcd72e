/**
 * The behavior of one mapped field: how a JSON value becomes index fields, which library queries it
 * can answer, how its values are sorted and shown. Each type is a file in this folder, and a line
 * in `all.ts`.
 */
import type { AnalyzedText, Analyzer, Normalizer } from '@skein/analysis';
import type { Clock } from '@skein/base';
import type { JsonObject, JsonReader, JsonValue } from '@skein/content';
import type {
  FeatureFunction,
  FieldSpec,
  IndexedField,
  LevenshteinOptions,
  Query,
  RegexpOptions,
  Similarity,
  SortField,
  SortValue,
} from '@skein/search_library';
import type { AnnotatedText } from './annotations.js';
import type { CompletionContext } from './completion_contexts.js';
import type { Parameter } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import type { ValueKind } from './value_kind.js';

/** The context for building queries. */
export interface QueryContext {
  /** `now` of date math, fixed for the request. */
  readonly nowMs: number;
  readonly indexName: string;
  /** The other names of the index; none if absent. */
  readonly aliases?: readonly string[] | undefined;
  /** The most clauses of a boolean query; absent: no limit. */
  readonly maxClauseCount?: number;
}

/** The context for reading a value as the column's numbers or terms. */
interface ValueContext extends QueryContext {
  /** True if a date of a coarse unit, such as a day, means its last instant. */
  readonly roundUp?: boolean;
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

/** Receives the index fields that a field type makes from a value. */
export interface FieldSink {
  add(field: IndexedField): void;
  /**
   * Runs once the current document is complete, with all its fields. Fields added then belong to
   * it.
   */
  later(run: (fields: readonly IndexedField[]) => void): void;
  /** True if the current document already has a value of the field. */
  has(spec: FieldSpec): boolean;
  /** Stores a value of a `store: true` field for the fetch phase. */
  store(field: string, value: JsonValue): void;
  /** Lists the field in `_ignored` (ignore_malformed). */
  ignore(field: string): void;
  /** `line: 1, column: 16`: just after the current value in the document, counted from 1. */
  location(): string;
  /** The document the value belongs to. */
  readonly document: { readonly id: string; readonly routing: string | undefined };
  readonly clock: Clock;
}

export interface CompletedField {
  /** Absent if inputs have no contexts. */
  readonly contexts: readonly CompletionContext[] | undefined;
  /** The word sequences of the typed text, as prefixes of keys. */
  paths(text: string): readonly string[];
}

export interface PhrasePlace {
  readonly field: MappedField;
  readonly text: AnalyzedText;
}

export interface Beginnings {
  readonly field: string;
  /** True if the last word of a phrase is looked up there; that of spans is if it has positions. */
  readonly ofPhrases: boolean;
  /** True if that field keeps positions; otherwise spans look the terms up in the field itself. */
  readonly hasPositions: boolean;
  /** True if this prefix is indexed; others are too long or too short. */
  holds(beginning: string): boolean;
}

export interface SortOptions {
  readonly reverse: boolean;
  readonly mode: string | undefined;
  readonly missing: JsonValue | undefined;
  readonly numericType: string | undefined;
}

/** The options for showing a value by `fields`. */
export interface ShownValue {
  /** The requested format, for types that support one. */
  readonly format: string | undefined;
  readonly context: QueryContext;
}

/** Longer strings are decoded, because they may exceed the longest term. */
export const MAX_ASCII_BYTES = 32_766;

export type ListedValues =
  /**
   * Terms of a field with a prefix, and their rest. `mixed`: of all paths inside the field,
   * whatever the user may see.
   */
  | {
      readonly kind: 'indexed';
      readonly field: string;
      readonly prefix: string;
      readonly mixed?: boolean;
    }
  | { readonly kind: 'constant'; readonly value: string };

/** A field of a concrete mapping. Immutable. */
export interface MappedField {
  /** Full path. */
  readonly name: string;
  /** Mapping type: `keyword`, `long`, … Only for messages; capabilities have their own members. */
  readonly typeName: string;
  readonly spec: FieldSpec;
  readonly values: ValueKind;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  /** True for `text` and related types: with analyzers and phrase queries. */
  readonly isText: boolean;
  /** False if it has no terms to search for: `termQuery` then refuses every value. */
  readonly hasTerms: boolean;
  /**
   * True if the search analyzer splits query texts into words: for all text, keywords that request
   * it, and types without terms.
   */
  readonly cutsQueries: boolean;
  /** The query for a whole text of a field that does not split it, if that is not a term query. */
  readonly textQuery?: (text: string) => Query;
  readonly indexAnalyzer: Analyzer | undefined;
  readonly searchAnalyzer: Analyzer | undefined;
  readonly searchQuoteAnalyzer: Analyzer | undefined;
  /** For a keyword: applied to its values before they become terms. */
  readonly normalizer: Normalizer | undefined;
  readonly boost: number;
  /** The detail of terms kept by document: `no`, `yes`, `with_positions_offsets` … */
  readonly termVector: string;
  /** The similarity for its matches; undefined for the index default. */
  readonly similarity: Similarity | undefined;
  readonly stored: boolean;
  /**
   * True if JSON scalars reach `index` as their text in the document: `1.0` stays "1.0". Otherwise
   * they keep their JSON type.
   */
  readonly readsText: boolean;
  /** Returns the addition to the field's mapping from its first value; undefined if none. */
  readonly learns?: ((value: JsonValue) => JsonObject | undefined) | undefined;
  /**
   * True if arrays and objects reach `index` whole. Otherwise arrays are unrolled, and an object is
   * malformed.
   */
  readonly readsStructures: boolean;
  /**
   * The message for a malformed value: `document`, with the document's id and a preview of the
   * value; `field`, only with the field; `own`, the type's own message.
   */
  readonly faults: 'document' | 'field' | 'own';
  /** The replacement for `null`. */
  readonly nullValue: JsonValue | undefined;
  /** For a keyword: longer values are not indexed. */
  readonly ignoreAbove: number;

  /**
   * Indexes one JSON leaf (arrays are unrolled by the document parser; `null` arrives only if
   * `null_value` is set, already replaced). Throws an ApiError whose reason the document parser
   * wraps in `failed to parse field [..] of type [..] in document with id '..'`.
   */
  index(value: JsonValue, sink: FieldSink): void;

  /**
   * Like `index`, for the ASCII string at the reader, without decoding it: for fields that need
   * only its bytes. At most `MAX_ASCII_BYTES` between the quotes.
   */
  readonly indexAscii?: ((reader: JsonReader, sink: FieldSink) => void) | undefined;

  termQuery(value: JsonValue, context: QueryContext, caseInsensitive?: boolean): Query;
  termsQuery(values: readonly JsonValue[], context: QueryContext): Query;
  /** Matches any of the numbers in a Roaring bitmap; absent if values are not such numbers. */
  readonly bitmapQuery?: ((bitmap: Uint8Array) => Query) | undefined;
  rangeQuery(bounds: RangeBounds, context: QueryContext): Query;
  prefixQuery(prefix: string, caseInsensitive: boolean, context: QueryContext): Query;
  wildcardQuery(pattern: string, caseInsensitive: boolean, context: QueryContext): Query;
  regexpQuery(expression: string, options: RegexpOptions, context: QueryContext): Query;
  fuzzyQuery(value: JsonValue, options: LevenshteinOptions, context: QueryContext): Query;
  existsQuery(context: QueryContext): Query;

  /**
   * For a derived field: a query that its phrases must also match. Its other queries include it
   * themselves.
   */
  readonly prefilter?: (() => MappedField) | undefined;
  /** True if its values are words or consist of words, so that documents can be alike in them. */
  readonly likeWords: boolean;
  /**
   * True if values can be written as words of a query string; other fields are left out of name
   * patterns there.
   */
  readonly takesWords: boolean;
  /** True if its words can be searched as a phrase. */
  readonly takesPhrases: boolean;
  /**
   * For a field with shingles in a companion: the companion and terms for a phrase of these words.
   */
  readonly phraseIn?: (text: AnalyzedText) => PhrasePlace | undefined;
  /** Like `phraseIn`, for phrases whose last word is a prefix. */
  readonly begunPhraseIn?: (text: AnalyzedText) => PhrasePlace | undefined;
  /** The companion that indexes prefixes of its terms. */
  readonly beginnings?: Beginnings;
  /** True if patterns of `highlight` match it too. */
  readonly highlightedByPattern: boolean;
  /** For annotated text: parses a value. */
  readonly annotated?: (value: string) => AnnotatedText;
  /** True if a value is a single term, at most normalized. */
  readonly oneToken: boolean;
  /** True if hits can be collapsed by its values. */
  readonly collapses: boolean;
  /**
   * Support for index sorting: `column`, if it has one; `never`, though hits can be sorted by it;
   * `own`, if the error is that of sorting.
   */
  readonly indexOrder: 'column' | 'never' | 'own';
  /** True if values are queries, which the indexing code parses. */
  readonly holdsQueries: boolean;
  /** For fields that hold objects without a mapping: the field for a path inside. */
  readonly inside?: ((path: string) => MappedField) | undefined;
  /** For `join`: children by parent relation. */
  readonly joinRelations?: ReadonlyMap<string, readonly string[]>;
  /** True for shapes that support only the relation `intersects`. */
  readonly onlyIntersects?: boolean;
  /**
   * For the feature types: scores documents by a feature, which is empty if the field has only one.
   */
  readonly featureQuery?: (feature: string, given: FeatureFunction) => Query;
  /** True if features have names, so that a value contains many. */
  readonly namesFeatures: boolean;

  /**
   * `hidden`: word positions are kept only for phrases, not for spans and intervals. `refused`:
   * intervals do not support the type.
   */
  readonly intervals?: 'hidden' | 'refused';
  /** For `completion`: the lookup of typed text. */
  readonly completes?: CompletedField | undefined;
  /** The values given to its multi-fields; if absent, the value itself. */
  readonly multiFieldValues?: (value: JsonValue, sub: MappedField) => readonly JsonValue[];
  /** Checks that the mapping has the fields this one refers to. */
  readonly checkReferences?: (find: (name: string) => MappedField | undefined) => void;
  /** The index structure that lists its values, for word completion; absent if there is none. */
  readonly listed?: ListedValues | undefined;

  sortField(options: SortOptions): SortField;
  /** A value in a hit's `sort`, formatted as in OpenSearch; `format` is the sort's own. */
  formatSortValue(value: SortValue, format?: string): JsonValue;
  /**
   * The reverse, for `search_after`. Cursors of numbers are read by the width of the number, which
   * refuses a text that is none; integers do not reach this function.
   */
  parseSortValue(value: JsonValue, context: ValueContext): SortValue;
  /** A column value in the form of `docvalue_fields`. */
  docValueFormat(value: number | bigint | Uint8Array, format: string | undefined): JsonValue;
  /** True if every match scores the boost, also for phrases. */
  readonly scoresAlike?: boolean;
  /** True if `fields` supports a format for its values. */
  readonly takesFormat: boolean;
  /** Throws for an invalid format, which is checked even if there is no value to show. */
  readonly checkFormat?: (format: string) => void;
  /** True if `fields` shows the column's value, because the document contains something else. */
  readonly showsColumn: boolean;
  /**
   * A document's value as shown by `fields`; empty if the mapping could not index it. May throw the
   * mapping's error, which is shown only if a format was requested.
   */
  shownValues(value: JsonValue, shown: ShownValue): readonly JsonValue[];
  /** The form in which `stored_fields` shows a stored value; absent: as stored. */
  readonly shownStored?: (value: JsonValue) => JsonValue;
}

/** The definition of a type, which makes fields from JSON. */
export interface FieldTypeDefinition {
  readonly name: string;
  /** All parameters of the type besides `type`, `fields` and `copy_to`, in display order. */
  readonly parameters: readonly Parameter[];
  /** True if a script can emit values of the type, for derived fields. */
  readonly derivable?: boolean;
  /** True if a runtime field can have the type; its script context is `<name>_field`. */
  readonly runtime?: boolean;
  /**
   * True if unknown parameters are reported like in OpenSearch's older mappers; `all`: including
   * those that most types ignore, `fields` and `copy_to`.
   */
  readonly plainParameters?: boolean | 'all';
  /**
   * Makes the field; wrong combinations throw `mapper_parsing_exception` or
   * `illegal_argument_exception`.
   */
  build(path: string, values: ParameterValues, context: FieldTypeContext): MappedField;
  /**
   * Refuses values that go together in no new field. Not called when a mapping is read back, so
   * that indices of earlier versions can be opened.
   */
  readonly checkNew?: (leaf: string, values: ParameterValues) => void;
  /** Additional fields that the type makes, such as `._2gram`. */
  readonly companions?: (
    path: string,
    values: ParameterValues,
    context: FieldTypeContext,
  ) => readonly MappedField[];
}

/** The parts of the index that mapping parsers need. */
export interface FieldTypeContext {
  analyzer(name: string): Analyzer | undefined;
  readonly defaultAnalyzer: Analyzer;
  readonly defaultSearchAnalyzer: Analyzer;
  normalizer(name: string): Normalizer | undefined;
  similarity(name: string): Similarity | undefined;
  /** Flat index settings. */
  readonly settings: ReadonlyMap<string, string>;
  readonly ignoreMalformedDefault: boolean;
  readonly coerceDefault: boolean;
}
