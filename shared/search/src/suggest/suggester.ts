/**
 * The contract of a suggester: one file that reads its options, answers at a shard, merges the
 * answers of shards and renders them. Its line stands in `all.ts`.
 */
import type { Analyzer } from '@skein/analysis';
import type { JsonObject, JsonValue } from '@skein/content';
import type { MappedField } from '@skein/mapping';
import type { IndexSearcher } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { BodyLocator } from '../request/body_location.js';
import type {
  SuggestEntry,
  SuggestionOptions,
  SuggestionRequest,
  SuggestOption,
} from './suggestion.js';

export interface SuggestReading {
  readonly locate: BodyLocator;
}

/** A suggestion bound to the fields of an index. */
export interface BoundSuggestion extends SuggestionRequest {
  readonly text: string;
  readonly mapped: MappedField;
  /** The analyzer of the text. */
  readonly textAnalyzer: Analyzer;
  readonly shardSize: number;
  /** The typed text, if the suggestion has one of its own. */
  readonly typed: string | undefined;
}

/** The data from which a shard answers. */
export interface SuggestShard {
  readonly context: QueryShardContext;
  readonly searcher: IndexSearcher;
  /** A document as a hit of the search, in JSON. */
  readonly hit: (doc: number, score: number) => Uint8Array;
}

/** A suggestion that has passed all checks and can be answered. */
export interface ReadySuggestion {
  /** Called only for shards that have documents. */
  suggest(): readonly SuggestEntry[];
  /** Called for a shard without documents. */
  suggestNothing(): readonly SuggestEntry[];
}

export interface Suggester {
  readonly name: string;
  /** Reads the options; refuses unknown ones. */
  parse(json: JsonObject, reading: SuggestReading): SuggestionOptions;
  /** Checks the suggestion against this index and reports all faults. */
  bind(suggestion: BoundSuggestion, shard: SuggestShard): ReadySuggestion;
  /** Merges the options of several shards for the same part of the text, the best first. */
  reduce(entries: readonly SuggestEntry[], suggestion: SuggestionRequest): readonly SuggestOption[];
  /** An option as the response shows it. */
  render(option: SuggestOption): JsonValue;
}

/** For `reduce`: joins options with the same text into one. */
export function joinByText(
  entries: readonly SuggestEntry[],
  join: (one: SuggestOption, other: SuggestOption) => SuggestOption,
): SuggestOption[] {
  const byText = new Map<string, SuggestOption>();
  for (const option of entries.flatMap(({ options }) => options)) {
    const known = byText.get(option.text);
    byText.set(option.text, known === undefined ? option : join(known, option));
  }
  return [...byText.values()];
}
