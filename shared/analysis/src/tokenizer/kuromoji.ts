/**
 * `kuromoji_tokenizer` of the plugin analysis-kuromoji: cuts Japanese into the words of IPADIC,
 * which is read when the first text is analyzed.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenizerType } from '../build/component_type.js';
import type { AnalysisOutside } from '../build/outside.js';
import { textOfFile } from '../build/word_files.js';
import { type Ipadic, ipadicOf, OF_UNIGRAM, type WordFeatures } from '../japanese/ipadic.js';
import { type SegmentOptions, segment, UNIGRAM } from '../japanese/segment.js';
import { USER_WORDS, UserDictionary } from '../japanese/user_dictionary.js';
import { newBatch, newToken } from '../token.js';

const MODES = ['search', 'normal', 'extended'] as const;
const NOT_BUILT = ['nbest_cost', 'nbest_examples'];

export const KUROMOJI_TOKENIZER: TokenizerType = {
  name: 'kuromoji_tokenizer',
  create: (settings, { outside }) => {
    const files = outside.ipadic();
    const options = optionsOf(settings, outside);
    return {
      name: 'kuromoji_tokenizer',
      tokenize: (text) => newBatch(tokensOf(text, ipadicOf(files), options), text.length),
    };
  },
};

function optionsOf(settings: ComponentSettings, outside: AnalysisOutside): SegmentOptions {
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
    userDictionary: userDictionaryOf(settings, outside),
  };
}

function userDictionaryOf(
  settings: ComponentSettings,
  outside: AnalysisOutside,
): UserDictionary | undefined {
  const path = settings.string('user_dictionary');
  const rules = settings.list('user_dictionary_rules');
  if (path !== undefined && rules !== undefined) {
    const reason =
      'It is not allowed to use [user_dictionary] in conjunction with [user_dictionary_rules]';
    throw new ApiError('illegal_argument_exception', reason);
  }
  const lines =
    path === undefined ? rules : textOfFile(path, 'user_dictionary', outside).split(/\r\n|\r|\n/);
  const entries = (lines ?? []).map((line) => line.trim()).filter((line) => line !== '');
  const dictionary = new UserDictionary(entries);
  return dictionary.isEmpty ? undefined : dictionary;
}

function tokensOf(text: string, dictionary: Ipadic, options: SegmentOptions): Token[] {
  let last = -1;
  return segment(text, dictionary, options).map(({ start, end, word, length }) => {
    const token = newToken(text.slice(start, end), start, end, 'word');
    token.word = featuresOf(word, dictionary, options);
    // A compound stands at the position of its first part.
    if (start === last) {
      token.positionIncrement = 0;
      token.positionLength = length;
    }
    last = start;
    return token;
  });
}

function featuresOf(
  word: number,
  dictionary: Ipadic,
  { userDictionary }: SegmentOptions,
): WordFeatures {
  if (word === UNIGRAM) return OF_UNIGRAM;
  return word >= USER_WORDS && userDictionary !== undefined
    ? userDictionary.featuresOf(word)
    : dictionary.featuresOf(word);
}
