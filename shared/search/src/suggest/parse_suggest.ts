/** Reads `suggest` of a search body, and the suggestion parameters of its URL. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { isScalar, textOf, tokenName } from '../queries/options.js';
import { placed } from './placed.js';
import { findSuggester } from './registry.js';
import type { SuggestReading } from './suggester.js';
import type { SuggestionRequest, SuggestRequest } from './suggestion.js';

export function parseSuggest(json: JsonObject, reading: SuggestReading): SuggestRequest {
  let text: string | undefined;
  const suggestions: SuggestionRequest[] = [];
  for (const [key, value = null] of Object.entries(json)) {
    if (isJsonObject(value)) suggestions.push(parseSuggestion(key, value, reading));
    else if (!isScalar(value)) {
      throw placed(`unexpected token [${tokenName(value)}] after [${key}]`, json, {
        ...reading,
        key,
      });
    } else if (key === 'text') text = textOf(value);
    else {
      throw new ApiError('illegal_argument_exception', `[suggest] does not support [${key}]`);
    }
  }
  return suggestRequest(text, suggestions);
}

interface UrlSuggest {
  readonly field: string;
  readonly text: string | undefined;
  readonly size: number | undefined;
  /** The `suggest_mode`; when absent, only words that the index lacks get suggestions. */
  readonly mode: string | undefined;
}

/**
 * Reads `suggest_field` and its companion parameters: one `term` suggestion, named after its field.
 */
export function parseUrlSuggest(
  { field, text, size, mode }: UrlSuggest,
  reading: SuggestReading,
): SuggestRequest {
  const term = {
    field,
    ...(size === undefined ? {} : { size }),
    ...(mode === undefined ? {} : { suggest_mode: mode }),
  };
  const json = text === undefined ? { term } : { text, term };
  return suggestRequest(undefined, [parseSuggestion(field, json, reading)]);
}

function suggestRequest(
  text: string | undefined,
  suggestions: readonly SuggestionRequest[],
): SuggestRequest {
  const byName = suggestions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { text, suggestions: byName };
}

/** The given texts, in order of precedence. */
interface Given {
  text: string | undefined;
  prefix: string | undefined;
  regex: string | undefined;
}

function isGiven(key: string, given: Given): key is keyof Given {
  return Object.hasOwn(given, key);
}

function parseSuggestion(
  name: string,
  json: JsonObject,
  reading: SuggestReading,
): SuggestionRequest {
  const given: Given = { text: undefined, prefix: undefined, regex: undefined };
  let found: SuggestionRequest | undefined;
  for (const [key, value = null] of Object.entries(json)) {
    for (const item of itemsIn(value)) {
      if (isJsonObject(item)) {
        const suggester = findSuggester(key);
        if (suggester === undefined) throw unknownSuggester(key, json, reading);
        found = { name, type: key, ...suggester.parse(item, reading), ...given };
      } else if (isGiven(key, given)) given[key] = textOf(item);
      else throw placed(`suggestion does not support [${key}]`, json, { ...reading, key });
    }
  }
  if (found === undefined) throw new ApiError('parse_exception', 'missing suggestion object');
  return { ...found, ...given };
}

/** OpenSearch ignores the brackets of lists here, and null values. */
function itemsIn(value: JsonValue): readonly JsonValue[] {
  if (isJsonArray(value)) return value.flatMap(itemsIn);
  return value === null ? [] : [value];
}

function unknownSuggester(key: string, json: JsonObject, { locate }: SuggestReading): ApiError {
  const location = locate(json, key);
  const place = location ? `[${location.line}:${location.column}] ` : '';
  return new ApiError('named_object_not_found_exception', `${place}unknown field [${key}]`);
}
