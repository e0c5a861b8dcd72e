import type { TokenFilterType } from '../build/component_type.js';
import type { TokenBatch } from '../component.js';
import { keepTermFilter, keepTokens } from './shapes.js';
import { ENGLISH_STOP_WORDS, stopWords } from './stop_words.js';

/** `stop`: drops listed words and leaves holes in the positions. */
export const STOP: TokenFilterType = {
  name: 'stop',
  create: (settings, { outside }) => {
    const words = stopWords(settings, outside, ENGLISH_STOP_WORDS);
    // The list that stands when none is given has words in lower case only.
    const ignoreCase = settings.has('stopwords') && settings.boolean('ignore_case', false);
    const keeps = (term: string) => !words.has(ignoreCase ? term.toLowerCase() : term);
    return settings.boolean('remove_trailing', true)
      ? keepTermFilter('stop', keeps)
      : {
          name: 'stop',
          attributes: ['keyword'],
          apply: (batch) => keepUnlessTrailing(batch, keeps),
        };
  },
};

/** A last word that nothing follows may be the start of another: it stays, for search as you type. */
function keepUnlessTrailing(batch: TokenBatch, keeps: (term: string) => boolean): void {
  const last = batch.tokens[batch.tokens.length - 1];
  const isOpen = last?.endOffset === batch.finalOffset;
  keepTokens(batch, (token) => keeps(token.term) || (isOpen && token === last));
}
