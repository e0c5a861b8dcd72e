/** Computes the suggestions of a search at one shard. */
import type { Analyzer } from '@skein/analysis';
import { illegalArgument } from '@skein/errors';
import { wholeToken } from '../text/normalized_text.js';
import { suggesterOf } from './registry.js';
import type { BoundSuggestion, ReadySuggestion, SuggestShard } from './suggester.js';
import type { SuggestionAnswer, SuggestionRequest, SuggestRequest } from './suggestion.js';

/** The minimum number of options that a shard returns, however few are shown. */
const LEAST_SHARD_SIZE = 5;

/** For fields whose values are no texts: the whole text is one word. */
const UNCUT: Analyzer = {
  name: 'uncut',
  positionIncrementGap: 0,
  offsetGap: 1,
  analyze: (text) => ({
    tokens: text === '' ? [] : [wholeToken(text)],
    trailingIncrement: 0,
    finalOffset: text.length,
  }),
};

/** Returns one answer for each suggestion, in their order. */
export function suggestAtShard(
  { suggestions, text }: SuggestRequest,
  shard: SuggestShard,
): readonly SuggestionAnswer[] {
  // All faults are found before any suggester runs.
  const bound = suggestions.map((suggestion) => bind(suggestion, text, shard));
  const hasDocuments = shard.searcher.segments.some(({ liveCount }) => liveCount > 0);
  return bound.map((suggestion) => ({
    entries: hasDocuments ? suggestion.suggest() : suggestion.suggestNothing(),
  }));
}

function bind(
  suggestion: SuggestionRequest,
  globalText: string | undefined,
  shard: SuggestShard,
): ReadySuggestion {
  const text = suggestion.text ?? suggestion.prefix ?? suggestion.regex ?? globalText;
  const bound = bindCommon(suggestion, text ?? '', shard);
  const ready = suggesterOf(suggestion).bind(bound, shard);
  // Errors of the suggestion's own options take precedence.
  if (text === undefined) throw illegalArgument('The required text option is missing');
  return ready;
}

function bindCommon(
  suggestion: SuggestionRequest,
  text: string,
  { context }: SuggestShard,
): BoundSuggestion {
  const { field, analyzer, size, shardSize = Math.max(size, LEAST_SHARD_SIZE) } = suggestion;
  const mapped = context.mapping.field(field);
  if (mapped === undefined) throw illegalArgument(`no mapping found for field [${field}]`);
  const { analysis } = context;
  const textAnalyzer =
    analyzer === undefined
      ? (mapped.searchAnalyzer ?? (mapped.isText ? analysis.defaultSearchAnalyzer : UNCUT))
      : analysis.analyzer(analyzer);
  if (textAnalyzer === undefined) throw illegalArgument(`analyzer [${analyzer}] doesn't exists`);
  if (shardSize <= 0) throw illegalArgument(`ShardSize must be positive but was: ${shardSize}`);
  const typed = suggestion.prefix ?? suggestion.text;
  return { ...suggestion, text, typed, mapped, textAnalyzer, shardSize };
}
