/**
 * Suggestions as they are asked for, and what shards and the coordinating node answer. Plain data:
 * it crosses threads and nodes.
 */

/** What the `suggest` of a search asks for. */
export interface SuggestRequest {
  /** For suggestions without a text of their own. */
  readonly text: string | undefined;
  /** Ordered by name. */
  readonly suggestions: readonly SuggestionRequest[];
}

export interface SuggestionRequest extends SuggestionOptions {
  readonly name: string;
  /** Name of the suggester. */
  readonly type: string;
  readonly text: string | undefined;
  readonly prefix: string | undefined;
  readonly regex: string | undefined;
}

/** What all suggesters are asked. */
export interface SuggestionOptions {
  readonly field: string;
  readonly analyzer: string | undefined;
  /** How many options of each entry are shown. */
  readonly size: number;
  /** How many a shard tells; absent: as many as are shown, 5 at least. */
  readonly shardSize: number | undefined;
  /** The suggester's own. */
  readonly own: unknown;
}

/** Of one suggestion, by one shard or by all. */
export interface SuggestionAnswer {
  readonly entries: readonly SuggestEntry[];
}

/** A part of the text, and what is suggested instead. */
export interface SuggestEntry {
  readonly text: string;
  /** In the text, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly options: readonly SuggestOption[];
  /** Options have to score higher; absent: they need not. */
  readonly cutoff?: number;
}

export interface SuggestOption {
  readonly text: string;
  /** A float. */
  readonly score: number;
  /** Documents that have it. */
  readonly freq?: number;
  /** The text with what was changed between tags. */
  readonly highlighted?: string | undefined;
  /** Whether documents match the query that was asked about it; absent: it is not to be shown. */
  readonly collateMatch?: boolean | undefined;
  /** The document it comes from, as a hit: JSON. */
  readonly hit?: Uint8Array;
  /** What it was suggested in, by name of the context. */
  readonly contexts?: Readonly<Record<string, readonly string[]>>;
}
