/**
 * Suggestions as requests state them, and the answers of shards and the coordinating node. The data
 * is plain and crosses threads and nodes.
 */

/** The `suggest` of a search request. */
export interface SuggestRequest {
  /** The text of suggestions that have none of their own. */
  readonly text: string | undefined;
  /** The suggestions, ordered by name. */
  readonly suggestions: readonly SuggestionRequest[];
}

export interface SuggestionRequest extends SuggestionOptions {
  readonly name: string;
  /** The name of the suggester. */
  readonly type: string;
  readonly text: string | undefined;
  readonly prefix: string | undefined;
  readonly regex: string | undefined;
}

/** The options that all suggesters share. */
export interface SuggestionOptions {
  readonly field: string;
  readonly analyzer: string | undefined;
  /** The number of options shown in each entry. */
  readonly size: number;
  /**
   * The number of options that a shard returns; when absent, as many as are shown, but at least 5.
   */
  readonly shardSize: number | undefined;
  /** The suggester's own options. */
  readonly own: unknown;
}

/** The answer to one suggestion, by one shard or merged from all. */
export interface SuggestionAnswer {
  readonly entries: readonly SuggestEntry[];
}

/** A part of the text, and the options suggested for it. */
export interface SuggestEntry {
  readonly text: string;
  /** The place of the part in the text, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly options: readonly SuggestOption[];
  /** The score that options must exceed; absent when there is no limit. */
  readonly cutoff?: number;
}

export interface SuggestOption {
  readonly text: string;
  /** A float. */
  readonly score: number;
  /** The number of documents that have it. */
  readonly freq?: number;
  /** The text with changed words between tags. */
  readonly highlighted?: string | undefined;
  /** True when documents match the `collate` query for it; absent when that is not shown. */
  readonly collateMatch?: boolean | undefined;
  /** The document that it comes from, as a hit in JSON. */
  readonly hit?: Uint8Array;
  /** The contexts in which it was suggested, by name. */
  readonly contexts?: Readonly<Record<string, readonly string[]>>;
}
