/**
 * What a suggester is: one file that reads its options, answers at a shard, puts the answers of
 * shards together and shows them. Its line stands in `all.ts`.
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
  /** What the text is taken apart with. */
  readonly textAnalyzer: Analyzer;
  readonly shardSize: number;
  /** What was typed, if the suggestion says so itself. */
  readonly typed: string | undefined;
}

/** What a shard answers from. */
export interface SuggestShard {
  readonly context: QueryShardContext;
  readonly searcher: IndexSearcher;
  /** A document as a hit of the search: JSON. */
  readonly hit: (doc: number, score: number) => Uint8Array;
}

/** A suggestion without any fault, ready to be answered. */
export interface ReadySuggestion {
  /** Asked only of shards that have documents. */
  suggest(): readonly SuggestEntry[];
  /** Of a shard without documents. */
  suggestNothing(): readonly SuggestEntry[];
}

export interface Suggester {
  readonly name: string;
  /** Refuses what it does not know. */
  parse(json: JsonObject, reading: SuggestReading): SuggestionOptions;
  /** Finds all that is wrong with a suggestion of this index. */
  bind(suggestion: BoundSuggestion, shard: SuggestShard): ReadySuggestion;
  /** What several shards suggest for the same part of the text, the best first. */
  reduce(entries: readonly SuggestEntry[], suggestion: SuggestionRequest): readonly SuggestOption[];
  /** An option as the answer shows it. */
  render(option: SuggestOption): JsonValue;
}

/** For `reduce`: of options with the same text one. */
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
