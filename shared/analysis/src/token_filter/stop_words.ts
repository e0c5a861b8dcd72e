/** Lists of stop words by name. Lucene's English list is that of the reference's `_english_`. */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from '../build/component_settings.js';

export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** Lists that OpenSearch has by these names. */
const LANGUAGES: ReadonlySet<string> = new Set(
  'arabic armenian basque bengali brazilian bulgarian catalan czech danish dutch estonian finnish french galician german greek hindi hungarian indonesian irish italian latvian lithuanian norwegian persian portuguese romanian russian sorani spanish swedish thai turkish'
    .split(' ')
    .map((name) => `_${name}_`),
);

/** A list of words in which `_english_` and `_none_` stand for lists. */
export function wordSet(words: readonly string[], ignoreCase: boolean): ReadonlySet<string> {
  const set = new Set<string>();
  for (const word of words) {
    if (word === '_none_') continue;
    if (word === '_english_') for (const stop of ENGLISH_STOP_WORDS) set.add(stop);
    else if (LANGUAGES.has(word)) {
      throw new ApiError('illegal_argument_exception', `stop words [${word}] are not supported`);
    } else set.add(ignoreCase ? word.toLowerCase() : word);
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
