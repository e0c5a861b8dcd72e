/** Stop words as settings give them: words, or the names of lists. */
import type { ComponentSettings } from '../build/component_settings.js';
import type { AnalysisOutside } from '../build/outside.js';
import { wordList } from '../build/word_files.js';
import { namedStopWords, wordsOf } from '../stop_words/all.js';
import { ENGLISH } from '../stop_words/english.js';

export const ENGLISH_STOP_WORDS: ReadonlySet<string> = wordsOf(ENGLISH);

/** The set of a list of words, in which names such as `_french_` and `_none_` stand for lists. */
export function wordSet(
  words: readonly string[],
  ignoreCase: boolean,
  listNamed: (name: string) => ReadonlySet<string> | undefined = namedStopWords,
): ReadonlySet<string> {
  const set = new Set<string>();
  for (const word of words) {
    if (word === '_none_') continue;
    const named = listNamed(word);
    if (named) for (const stop of named) set.add(stop);
    else set.add(ignoreCase ? word.toLowerCase() : word);
  }
  return set;
}

export function stopWords(
  settings: ComponentSettings,
  outside: AnalysisOutside,
  fallback: ReadonlySet<string>,
): ReadonlySet<string> {
  const ignoreCase = settings.boolean('ignore_case', false);
  const list = wordList(settings, 'stopwords', outside);
  return list === undefined ? fallback : wordSet(list, ignoreCase);
}
