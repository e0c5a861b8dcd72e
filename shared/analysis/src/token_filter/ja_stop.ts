import type { TokenFilterType } from '../build/component_type.js';
import { wordList } from '../build/word_files.js';
import { wordsOf } from '../stop_words/all.js';
import { JAPANESE } from '../stop_words/japanese.js';
import { stopFilter } from './stop.js';
import { wordSet } from './stop_words.js';

/**
 * `ja_stop`: the `stop` filter with Japanese words, which `_japanese_` names; it knows no other
 * list.
 */
export const JA_STOP: TokenFilterType = {
  name: 'ja_stop',
  create: (settings, { outside }) => {
    const japanese = wordsOf(JAPANESE);
    const list = wordList(settings, 'stopwords', outside) ?? ['_japanese_'];
    const listNamed = (name: string) => (name === '_japanese_' ? japanese : undefined);
    const words = wordSet(list, settings.boolean('ignore_case', false), listNamed);
    return stopFilter('ja_stop', settings, words);
  },
};
