/**
 * What one mapped field knows about itself: how a JSON value becomes index fields, which library
 * queries it can answer, how its values are sorted and shown. One file a type in this folder, one
 * line in `all.ts`.
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

/** What building a query may depend on. */
export interface QueryContext {
  /** `now` of date math is taken once a request. */
  readonly nowMs: number;
  readonly indexName: string;
}

/** A value read as the column's numbers or terms. */
export interface ValueContext extends QueryContext {
  /** A date of a coarse unit, such as a day, is its last instant instead of its first. */
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

/** Where a field type puts what it made of a value. */
export interface FieldSink {
  add(field: IndexedField): void;
  /**
   * Once the document at hand is complete, with all it became. What is added then belongs to it.
   */
  later(run: (fields: readonly IndexedField[]) => void): void;
  /** Whether the document at hand has a value of the field already. */
  has(spec: FieldSpec): boolean;
  /** Keeps a value of a `store: true` field for the fetch phase. */
  store(field: string, value: JsonValue): void;
  /** Names the field in `_ignored` (ignore_malformed). */
  ignore(field: string): void;
  /** `line: 1, column: 16`: just behind the current value in the document, counted from 1. */
  location(): string;
  /** The document the value belongs to. */
  readonly document: { readonly id: string; readonly routing: string | undefined };
  readonly clock: Clock;
}

export interface CompletedField {
  /** Absent: inputs have no contexts. */
  readonly contexts: readonly CompletionContext[] | undefined;
  /** The words of what is typed, in each way they can be told, as keys begin. */
  paths(text: string): readonly string[];
}

export interface PhrasePlace {
  readonly field: MappedField;
  readonly text: AnalyzedText;
}

export interface Beginnings {
  readonly field: string;
  /** Whether the last word of a phrase is looked for there; that of spans is if positions are kept. */
  readonly ofPhrases: boolean;
  /** Whether that field keeps positions; otherwise spans look the terms up in the field itself. */
  readonly hasPositions: boolean;
  /** Whether this one is; others are too long. */
  holds(beginning: string): boolean;
}

export interface SortOptions {
  readonly reverse: boolean;
  readonly mode: string | undefined;
  readonly missing: JsonValue | undefined;
  readonly numericType: string | undefined;
}

/** How a value of a document is shown by `fields`. */
export interface ShownValue {
  /** Asked for; only of types that take one. */
  readonly format: string | undefined;
  readonly context: QueryContext;
}

/** Longer strings are decoded: they may be terms that are too long. */
export const MAX_ASCII_BYTES = 32_766;

export type ListedValues =
  /**
   * Terms of a field that begin so, and what follows. `mixed`: of all paths inside the field,
   * whoever may see them.
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
  /** Mapping type: `keyword`, `long`, … For messages: what a field can do, it says itself. */
  readonly typeName: string;
  readonly spec: FieldSpec;
  readonly values: ValueKind;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  /** `text` and its kin: has analysers, takes phrase queries. */
  readonly isText: boolean;
  /**
   * Texts of queries are cut into words by its search analyzer: all text, and keywords that are
   * told to.
   */
  readonly cutsQueries: boolean;
  /**
   * The query of a whole text, of a field that does not cut it, where that is not the query of a
   * term.
   */
  readonly textQuery?: (text: string) => Query;
  readonly indexAnalyzer: Analyzer | undefined;
  readonly searchAnalyzer: Analyzer | undefined;
  readonly searchQuoteAnalyzer: Analyzer | undefined;
  /** Of a keyword: what its values go through before they are terms. */
  readonly normalizer: Normalizer | undefined;
  readonly boost: number;
  /** What of its terms is kept by document: `no`, `yes`, `with_positions_offsets` … */
  readonly termVector: string;
  /** How its matches are scored; `undefined`: as the index does by default. */
  readonly similarity: Similarity | undefined;
  readonly stored: boolean;
  /**
   * JSON scalars reach `index` as their text in the document: `1.0` stays "1.0". Otherwise they
   * keep their JSON type.
   */
  readonly readsText: boolean;
  /**
   * What the first value of the field adds to its definition in the mapping; `undefined`: nothing.
   */
  readonly learns?: ((value: JsonValue) => JsonObject | undefined) | undefined;
  /**
   * Arrays and objects reach `index` whole. Otherwise arrays are unrolled, and an object is a
   * malformed value.
   */
  readonly readsStructures: boolean;
  /**
   * What is said of a value that cannot be read: `document`, with the document's id and what the
   * value looks like; `field`, the field alone; `own`, the type's own words.
   */
  readonly faults: 'document' | 'field' | 'own';
  /** What `null` is replaced by. */
  readonly nullValue: JsonValue | undefined;
  /** Of a keyword: longer values are no terms. */
  readonly ignoreAbove: number;

  /**
   * Indexes one JSON leaf (arrays are unrolled by the document parser; `null` arrives only when
   * `null_value` is set, already replaced). Throws an ApiError whose reason the document parser
   * wraps into `failed to parse field [..] of type [..] in document with id '..'`.
   */
  index(value: JsonValue, sink: FieldSink): void;

  /**
   * As `index` of the ASCII string the reader stands on, without decoding it: for fields that want
   * nothing but its bytes. At most `MAX_ASCII_BYTES` between the quotes.
   */
  readonly indexAscii?: ((reader: JsonReader, sink: FieldSink) => void) | undefined;

  termQuery(value: JsonValue, context: QueryContext, caseInsensitive?: boolean): Query;
  termsQuery(values: readonly JsonValue[], context: QueryContext): Query;
  /** Any of the numbers of a Roaring bitmap; absent: values are no such numbers. */
  readonly bitmapQuery?: ((bitmap: Uint8Array) => Query) | undefined;
  rangeQuery(bounds: RangeBounds, context: QueryContext): Query;
  prefixQuery(prefix: string, caseInsensitive: boolean, context: QueryContext): Query;
  wildcardQuery(pattern: string, caseInsensitive: boolean, context: QueryContext): Query;
  regexpQuery(expression: string, options: RegexpOptions, context: QueryContext): Query;
  fuzzyQuery(value: JsonValue, options: LevenshteinOptions, context: QueryContext): Query;
  existsQuery(context: QueryContext): Query;

  /**
   * Of a derived field: what has to match its phrases as well. Its other queries see to that
   * themselves.
   */
  readonly prefilter?: (() => MappedField) | undefined;
  /** Its values are words of their own or are made of words: documents can be alike in them. */
  readonly likeWords: boolean;
  /**
   * Values can be written as words of a query text; other fields are left out of name patterns
   * there.
   */
  readonly takesWords: boolean;
  /** Words of it may be looked for as a phrase. */
  readonly takesPhrases: boolean;
  /**
   * Of a field whose neighbouring words are terms of another: where a phrase of these words is
   * looked for, and as which.
   */
  readonly phraseIn?: (text: AnalyzedText) => PhrasePlace | undefined;
  /** The same of phrases whose last word is a beginning. */
  readonly begunPhraseIn?: (text: AnalyzedText) => PhrasePlace | undefined;
  /** Where the beginnings of its terms are terms. */
  readonly beginnings?: Beginnings;
  /** Patterns of `highlight` stand for it too. */
  readonly highlightedByPattern: boolean;
  /** Of text with annotations: a value taken apart. */
  readonly annotated?: (value: string) => AnnotatedText;
  /** A value is one term, normalised at most. */
  readonly oneToken: boolean;
  /** Hits can be collapsed by its values. */
  readonly collapses: boolean;
  /**
   * Whether an index can be kept in its order: `column`, when it has one; `never`, though hits can
   * be sorted by it; `own`, what speaks against it is what speaks against sorting.
   */
  readonly indexOrder: 'column' | 'never' | 'own';
  /** Values are queries, which whoever indexes the document reads. */
  readonly holdsQueries: boolean;
  /** Of objects without a mapping for what is inside: what a path inside is asked as. */
  readonly inside?: ((path: string) => MappedField) | undefined;
  /** Of `join`: which relations are children of which. */
  readonly joinRelations?: ReadonlyMap<string, readonly string[]>;
  /** Of shapes that can only be asked what intersects them. */
  readonly onlyIntersects?: boolean;
  /**
   * Of the types made for scoring: documents scored by a feature, which is empty when the field has
   * only one.
   */
  readonly featureQuery?: (feature: string, given: FeatureFunction) => Query;
  /** Features have names: there are many in a value. */
  readonly namesFeatures: boolean;

  /**
   * `hidden`: places of words are kept for phrases alone, spans and intervals know of none.
   * `refused`: intervals do not take the type.
   */
  readonly intervals?: 'hidden' | 'refused';
  /** Of `completion`: how what is typed is looked for. */
  readonly completes?: CompletedField | undefined;
  /** What its multi-fields are given instead of a value; absent: the value. */
  readonly multiFieldValues?: (value: JsonValue, sub: MappedField) => readonly JsonValue[];
  /** Refuses a mapping that lacks what the field speaks of. */
  readonly checkReferences?: (find: (name: string) => MappedField | undefined) => void;
  /**
   * Where its values stand in the index one by one, for who completes words; absent: they do not.
   */
  readonly listed?: ListedValues | undefined;

  sortField(options: SortOptions): SortField;
  /** A value of a hit's `sort`, formatted as the reference shows it; `format` is the sort's own. */
  formatSortValue(value: SortValue, format?: string): JsonValue;
  /**
   * The reverse, for `search_after`. Not asked of integers: their cursors are read by the width of
   * the number.
   */
  parseSortValue(value: JsonValue, context: ValueContext): SortValue;
  /** A column value as `docvalue_fields` shows it. */
  docValueFormat(value: number | bigint | Uint8Array, format: string | undefined): JsonValue;
  /** Every match scores the boost, phrases too. */
  readonly scoresAlike?: boolean;
  /** Whether `fields` takes a format for its values. */
  readonly takesFormat: boolean;
  /** What is wrong with a format, which is looked at whether there is a value to show or not. */
  readonly checkFormat?: (format: string) => void;
  /** `fields` shows what is in the column: the document holds something else. */
  readonly showsColumn: boolean;
  /**
   * A value of a document as `fields` shows it: none when the mapping could not take it. May throw
   * what the mapping says against it, which shows only when a format was asked for.
   */
  shownValues(value: JsonValue, shown: ShownValue): readonly JsonValue[];
}

/** How a type is made from its JSON. */
export interface FieldTypeDefinition {
  readonly name: string;
  /**
   * Everything the type's JSON may say besides `type`, `fields` and `copy_to`, in the order it is
   * shown.
   */
  readonly parameters: readonly Parameter[];
  /** A script may emit values of the type: it can be a derived field's. */
  readonly derivable?: boolean;
  /** A runtime field can be of the type: its script context is `<name>_field`. */
  readonly runtime?: boolean;
  /**
   * An unknown parameter is reported as the reference's older mappers do; `all`: those too that
   * most types pass over.
   */
  readonly plainParameters?: boolean | 'all';
  /**
   * Makes the field; wrong combinations are a `mapper_parsing_exception` or
   * `illegal_argument_exception`.
   */
  build(path: string, values: ParameterValues, context: FieldTypeContext): MappedField;
  /** Fields the type makes beside its own, such as `._2gram`. */
  readonly companions?: (
    path: string,
    values: ParameterValues,
    context: FieldTypeContext,
  ) => readonly MappedField[];
}

/** What parsing a mapping needs of the index. */
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
