/**
 * Parses `_source` in the body (`false`, `"a.*"`, `["a"]`, `{"includes": …, "excludes": …}`) and in
 * the URL.
 */

import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf, textsOf, tokenName } from '../queries/options.js';
import { type BodyLocator, nowhere } from './body_location.js';
import type { SourceSpec } from './search_request.js';

const LISTS: ReadonlyMap<string, 'includes' | 'excludes'> = new Map([
  ['includes', 'includes'],
  ['include', 'includes'],
  ['excludes', 'excludes'],
  ['exclude', 'excludes'],
]);

export function parseSource(json: JsonValue, locate: BodyLocator = nowhere): SourceSpec {
  if (typeof json === 'boolean') return { enabled: json, includes: [], excludes: [] };
  if (typeof json === 'string') return { enabled: true, includes: [json], excludes: [] };
  if (isJsonArray(json)) {
    return { enabled: true, includes: textsOf(json, locate), excludes: [] };
  }
  if (!isJsonObject(json)) {
    throw new ApiError(
      'parsing_exception',
      `Expected one of [VALUE_BOOLEAN, START_OBJECT] but found [${tokenName(json)}]`,
    );
  }
  const lists: { includes: string[]; excludes: string[] } = { includes: [], excludes: [] };
  for (const [key, value = null] of Object.entries(json)) {
    const list = LISTS.get(key);
    const wrong = isJsonArray(value) ? value.find((each) => typeof each !== 'string') : undefined;
    const isText = typeof value === 'string' || isJsonArray(value);
    if (list === undefined || !isText || wrong !== undefined) {
      const token = tokenName(list === undefined ? value : (wrong ?? value));
      throw new ApiError('parsing_exception', `Unknown key for a ${token} in [${key}].`);
    }
    lists[list] = [value].flat().map((each) => textOf(each));
  }
  return { enabled: true, ...lists };
}

export interface UrlSource {
  readonly source: readonly string[] | undefined;
  readonly includes: readonly string[] | undefined;
  readonly excludes: readonly string[] | undefined;
}

/**
 * Reads `_source`, `_source_includes` and `_source_excludes`; `undefined` if the URL has none of
 * them.
 */
export function parseUrlSource(url: UrlSource): SourceSpec | undefined {
  if (url.source === undefined && url.includes === undefined && url.excludes === undefined) {
    return undefined;
  }
  const [only] = url.source ?? [];
  const isFlag = url.source?.length === 1 && (only === 'true' || only === 'false');
  return {
    enabled: !(isFlag && only === 'false'),
    includes: url.includes ?? (isFlag ? [] : (url.source ?? [])),
    excludes: url.excludes ?? [],
  };
}
