/**
 * What a suggester is: one file that reads its options, answers at a shard, puts the answers of shards together and shows them. Its line stands
 * in `all.ts`.
 */
import type { Analyzer } from '@skein/analysis';
import type { JsonObject } from '@skein/content';
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
}

/** What a shard answers from. */
export interface SuggestShard {
  readonly context: QueryShardContext;
  readonly searcher: IndexSearcher;
}

export interface Suggester {
  readonly name: string;
  /** Refuses what it does not know. */
  parse(json: JsonObject, reading: SuggestReading): SuggestionOptions;
  /** Asked only of shards that have documents. */
  suggest(suggestion: BoundSuggestion, shard: SuggestShard): readonly SuggestEntry[];
  /** Of a shard without documents. */
  suggestNothing(suggestion: BoundSuggestion): readonly SuggestEntry[];
  /** Of the options of several shards with the same text, one. */
  join(one: SuggestOption, other: SuggestOption): SuggestOption;
  /** The order of options of several shards. */
  compare(suggestion: SuggestionRequest): (a: SuggestOption, b: SuggestOption) => number;
  /** An option as the answer shows it. */
  render(option: SuggestOption): JsonObject;
}
