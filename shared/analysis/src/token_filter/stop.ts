import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { TokenBatch, TokenFilter } from '../component.js';
import { refuseOldOption } from './old_options.js';
import { keepTermFilter, keepTokens } from './shapes.js';
import { ENGLISH_STOP_WORDS, stopWords } from './stop_words.js';

/** `stop`: drops listed words and leaves holes in the positions. */
export const STOP: TokenFilterType = {
  name: 'stop',
  create: (settings, { outside }) => {
    refuseOldOption(settings, 'enable_position_increments');
    return stopFilter('stop', settings, stopWords(settings, outside, ENGLISH_STOP_WORDS));
  },
};

export function stopFilter(
  name: string,
  settings: ComponentSettings,
  words: ReadonlySet<string>,
): TokenFilter {
  // The default lists have words in lower case only.
  const ignoreCase = settings.has('stopwords') && settings.boolean('ignore_case', false);
  const keeps = (term: string) => !words.has(ignoreCase ? term.toLowerCase() : term);
  return settings.boolean('remove_trailing', true)
    ? keepTermFilter(name, keeps)
    : { name, attributes: ['keyword'], apply: (batch) => keepUnlessTrailing(batch, keeps) };
}

/**
 * Keeps a last word that nothing follows, because it may be the start of another, for search as you
 * type.
 */
function keepUnlessTrailing(batch: TokenBatch, keeps: (term: string) => boolean): void {
  const last = batch.tokens[batch.tokens.length - 1];
  const isOpen = last?.endOffset === batch.finalOffset;
  keepTokens(batch, (token) => keeps(token.term) || (isOpen && token === last));
}
