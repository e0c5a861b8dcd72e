/**
 * `icu_tokenizer`: words by the rules of UAX #29, script by script; for scripts without spaces
 * between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) by the dictionaries of ICU. Lucene's
 * ICUTokenizer uses ICU, and so does Node's `Intl.Segmenter`.
 */
import { lazy } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { newBatch, newToken } from '../token.js';
import { scriptRuns } from './script_runs.js';

const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }));

/** V8 takes twenty milliseconds to expand the sequences of emoji. */
const emoji = lazy(
  () => /^(?![©®‼⁉])(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic})/v,
);
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}〆]/u;
/** Characters that join the character before them, and the signs of length and of sound. */
const JOINED = '[\\p{M}\\p{Cf}\\p{Pc}\uff9e\uff9f]*$';
const ENDS_WITH_SIGN_OF_KANA = new RegExp(
  `[\\p{Script_Extensions=Katakana}--[\\p{M}\uff9e\uff9f]]${JOINED}`,
  'v',
);
const ENDS_WITH_DIGIT = new RegExp(`\\p{Nd}${JOINED}`, 'v');

export const ICU_TOKENIZER: TokenizerType = {
  name: 'icu_tokenizer',
  create: (settings) => {
    if (settings.has('rule_files')) {
      const reason = '[rule_files] is not supported: words are cut by the rules of Unicode';
      throw new ApiError('illegal_argument_exception', reason);
    }
    return {
      name: 'icu_tokenizer',
      readsWhole: true,
      tokenize: (text) => newBatch(tokensOf(text), text.length),
    };
  },
};

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { start, end, script } of scriptRuns(text)) {
    for (const [from, piece] of betweenColons(text.slice(start, end), start)) {
      for (const { segment, index, isWordLike } of segmenter().segment(piece)) {
        const type = typeOf(segment, { script, isWord: isWordLike === true });
        const at = from + index;
        if (type) tokens.push(newToken(segment, at, at + segment.length, type));
      }
    }
  }
  return tokens;
}

/**
 * Splits at colons: the rules of Node's ICU join letters over a colon, those of Lucene's ICU do
 * not.
 */
function* betweenColons(run: string, start: number): Generator<readonly [number, string]> {
  let from = start;
  for (const piece of run.split(':')) {
    yield [from, piece];
    from += piece.length + 1;
  }
}

interface Segment {
  readonly script: string;
  readonly isWord: boolean;
}

/** The token's type; `undefined` when the segment is no word. */
function typeOf(segment: string, { script, isWord }: Segment): string | undefined {
  if (emoji().test(segment)) return '<EMOJI>';
  if (!isWord) return undefined;
  if (IDEOGRAPHIC.test(segment)) return '<IDEOGRAPHIC>';
  if (ENDS_WITH_SIGN_OF_KANA.test(segment)) {
    return script === 'Japanese' ? '<IDEOGRAPHIC>' : '<KATAKANA>';
  }
  if (ENDS_WITH_DIGIT.test(segment)) return '<NUM>';
  return script === 'Hangul' ? '<HANGUL>' : '<ALPHANUM>';
}
