/**
 * Merges the suggestions of all shards. The functions are pure, and the result does not depend on
 * the order in which shards answer.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { suggesterOf } from './registry.js';
import type { Suggester } from './suggester.js';
import type {
  SuggestEntry,
  SuggestionAnswer,
  SuggestionRequest,
  SuggestRequest,
} from './suggestion.js';

/** `answers` holds, for each shard in order, one answer for each suggestion. */
export function reduceSuggestions(
  { suggestions }: SuggestRequest,
  answers: readonly (readonly SuggestionAnswer[])[],
): readonly SuggestionAnswer[] {
  return suggestions.map((suggestion, i) => {
    const own = answers.flatMap((shard) => shard[i] ?? []);
    return { entries: reduceEntries(suggestion, own) };
  });
}

function reduceEntries(
  suggestion: SuggestionRequest,
  answers: readonly SuggestionAnswer[],
): readonly SuggestEntry[] {
  const [first, ...others] = answers;
  if (first === undefined) return [];
  const { reduce } = suggesterOf(suggestion);
  const entries = first.entries.map((entry, i) => {
    if (others.length === 0) return entry;
    const same = others.map((other) => entryAt(other, i, first.entries));
    return { ...entry, options: reduce([entry, ...same], suggestion) };
  });
  return entries.map((entry) => ({ ...entry, options: entry.options.slice(0, suggestion.size) }));
}

/**
 * The entry at a place. Shards of several indices may have analyzed the text differently, which is
 * an error.
 */
function entryAt(
  { entries }: SuggestionAnswer,
  i: number,
  expected: readonly SuggestEntry[],
): SuggestEntry {
  const entry = entries[i];
  if (entry === undefined || entries.length !== expected.length) {
    throw unlike(
      `Can't merge suggest result, this might be caused by suggest calls across multiple indices with different analysis chains. Suggest entries have different sizes actual [${entries.length}] expected [${expected.length}]`,
    );
  }
  const text = expected[i]?.text;
  if (entry.text === text) return entry;
  throw unlike(
    `Can't merge suggest entries, this might be caused by suggest calls across multiple indices with different analysis chains. Suggest entries have different text actual [${entry.text}] expected [${text}]`,
  );
}

function unlike(reason: string): ApiError {
  return new ApiError('illegal_state_exception', reason);
}

/** The `suggest` member of the response; `undefined` when the request has no suggestions. */
export function suggestJson(
  { suggestions }: SuggestRequest,
  answers: readonly SuggestionAnswer[],
  typedKeys: boolean,
): JsonValue | undefined {
  if (suggestions.length === 0) return undefined;
  return Object.fromEntries(
    suggestions.map((suggestion, i) => {
      const { name, type } = suggestion;
      const entries = answers[i]?.entries ?? [];
      const { render } = suggesterOf(suggestion);
      return [typedKeys ? `${type}#${name}` : name, entries.map((each) => entryJson(each, render))];
    }),
  );
}

function entryJson(
  { text, offset, length, options }: SuggestEntry,
  render: Suggester['render'],
): JsonObject {
  return { text, offset, length, options: options.map(render) };
}
