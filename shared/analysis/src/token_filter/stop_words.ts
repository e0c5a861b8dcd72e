/** Stop words as settings give them: words, or the names of lists. */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from '../build/component_settings.js';
import { namedStopWords, wordsOf } from '../stop_words/all.js';
import { ENGLISH } from '../stop_words/english.js';

export const ENGLISH_STOP_WORDS: ReadonlySet<string> = wordsOf(ENGLISH);

/** A list of words in which `_french_` and the like and `_none_` stand for lists. */
export function wordSet(words: readonly string[], ignoreCase: boolean): ReadonlySet<string> {
  const set = new Set<string>();
  for (const word of words) {
    if (word === '_none_') continue;
    const named = namedStopWords(word);
    if (named) for (const stop of named) set.add(stop);
    else set.add(ignoreCase ? word.toLowerCase() : word);
  }
  return set;
}

export function stopWords(
  settings: ComponentSettings,
  fallback: ReadonlySet<string>,
): ReadonlySet<string> {
  refusePath(settings, 'stopwords_path');
  const list = settings.list('stopwords');
  return list === undefined ? fallback : wordSet(list, settings.boolean('ignore_case', false));
}

/** Files beside the configuration are not read. */
export function refusePath(settings: ComponentSettings, key: string): void {
  if (!settings.has(key)) return;
  throw new ApiError(
    'illegal_argument_exception',
    `[${key}] is not supported, give the words themselves`,
  );
}
