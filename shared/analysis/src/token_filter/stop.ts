import type { TokenFilterType } from '../build/component_type.js';
import { keepTermFilter } from './shapes.js';
import { ENGLISH_STOP_WORDS, stopWords } from './stop_words.js';

/** `stop`: drops listed words and leaves holes in the positions. */
export const STOP: TokenFilterType = {
  name: 'stop',
  create: (settings) => {
    const words = stopWords(settings, ENGLISH_STOP_WORDS);
    if (!settings.boolean('ignore_case', false)) {
      return keepTermFilter('stop', (term) => !words.has(term));
    }
    return keepTermFilter('stop', (term) => !words.has(term.toLowerCase()));
  },
};
