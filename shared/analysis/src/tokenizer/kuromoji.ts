/**
 * `kuromoji_tokenizer` of the plugin analysis-kuromoji: Japanese by the words of IPADIC, which is
 * read when the first text comes.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenizerType } from '../build/component_type.js';
import { type Ipadic, ipadicOf, OF_UNIGRAM } from '../japanese/ipadic.js';
import { type SegmentOptions, segment, UNIGRAM } from '../japanese/segment.js';
import { newBatch, newToken } from '../token.js';

const MODES = ['search', 'normal', 'extended'] as const;
const NOT_BUILT = ['user_dictionary', 'user_dictionary_rules', 'nbest_cost', 'nbest_examples'];

export const KUROMOJI_TOKENIZER: TokenizerType = {
  name: 'kuromoji_tokenizer',
  create: (settings, { outside }) => {
    const files = outside.ipadic();
    const options = optionsOf(settings);
    return {
      name: 'kuromoji_tokenizer',
      tokenize: (text) => newBatch(tokensOf(text, ipadicOf(files), options), text.length),
    };
  },
};

function optionsOf(settings: ComponentSettings): SegmentOptions {
  for (const setting of NOT_BUILT) {
    if (!settings.has(setting)) continue;
    const reason = `[${setting}] of tokenizer [kuromoji_tokenizer] is not supported`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  const given = settings.string('mode')?.toLowerCase();
  return {
    mode: MODES.find((mode) => mode === given) ?? 'search',
    discardsPunctuation: settings.boolean('discard_punctuation', true),
    showsCompounds: !settings.boolean('discard_compound_token', false),
  };
}

function tokensOf(text: string, dictionary: Ipadic, options: SegmentOptions): Token[] {
  let last = -1;
  return segment(text, dictionary, options).map(({ start, end, word, length }) => {
    const token = newToken(text.slice(start, end), start, end, 'word');
    token.word = word === UNIGRAM ? OF_UNIGRAM : dictionary.featuresOf(word);
    // A compound stands where its first part does.
    if (start === last) {
      token.positionIncrement = 0;
      token.positionLength = length;
    }
    last = start;
    return token;
  });
}
