/** Character n-grams over stretches of accepted characters: the tokenizers `ngram` and `edge_ngram`. */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { Tokenizer } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { isDigit, isLetter, isPunctuation, isSymbol, isWhitespace } from './char_run.js';

export interface GramOptions {
  readonly minGram: number;
  readonly maxGram: number;
  readonly accepts: (codePoint: number) => boolean;
  /** Only grams that start a stretch. */
  readonly edge: boolean;
}

export function gramTokenizer(name: string, options: GramOptions): Tokenizer {
  return {
    name,
    tokenize: (text) => {
      const tokens: Token[] = [];
      // `starts` holds where each code point of the stretch begins; its end is appended when grams are made.
      let starts: number[] = [];
      const flush = (end: number) => {
        if (starts.length > 0) pushGrams(tokens, text, [...starts, end], options);
        starts = [];
      };
      for (let at = 0; at < text.length; ) {
        const codePoint = text.codePointAt(at) as number;
        if (options.accepts(codePoint)) starts.push(at);
        else flush(at);
        at += codePoint > 0xffff ? 2 : 1;
      }
      flush(text.length);
      return newBatch(tokens, text.length);
    },
  };
}

function pushGrams(
  tokens: Token[],
  text: string,
  bounds: readonly number[],
  options: GramOptions,
): void {
  const count = bounds.length - 1;
  const lastStart = options.edge ? 0 : count - options.minGram;
  for (let start = 0; start <= lastStart; start++) {
    for (let size = options.minGram; size <= options.maxGram && start + size <= count; size++) {
      const from = bounds[start] as number;
      const to = bounds[start + size] as number;
      tokens.push(newToken(text.slice(from, to), from, to, 'word'));
    }
  }
}

const CLASSES: Readonly<Record<string, (codePoint: number) => boolean>> = {
  letter: isLetter,
  digit: isDigit,
  whitespace: isWhitespace,
  punctuation: isPunctuation,
  symbol: isSymbol,
};

/** `token_chars`: everything is accepted when none is named. */
export function acceptedCharacters(settings: ComponentSettings): (codePoint: number) => boolean {
  const names = settings.list('token_chars') ?? [];
  if (names.length === 0) return () => true;
  const custom = new Set<number>();
  const classes: ((codePoint: number) => boolean)[] = [];
  for (const name of names) {
    const isClass = Object.hasOwn(CLASSES, name.toLowerCase())
      ? CLASSES[name.toLowerCase()]
      : undefined;
    if (isClass) classes.push(isClass);
    else if (name === 'custom') {
      for (const character of settings.string('custom_token_chars') ?? '') {
        custom.add(character.codePointAt(0) as number);
      }
    } else {
      throw new ApiError(
        'illegal_argument_exception',
        `Unknown token type: '${name.toLowerCase()}', must be one of [letter, digit, whitespace, punctuation, symbol, custom]`,
      );
    }
  }
  return (codePoint) => custom.has(codePoint) || classes.some((isClass) => isClass(codePoint));
}

export function checkGramSizes(minGram: number, maxGram: number): void {
  if (minGram < 1) {
    throw new ApiError('illegal_argument_exception', 'minGram must be greater than zero');
  }
  if (minGram > maxGram) {
    throw new ApiError('illegal_argument_exception', 'minGram must not be greater than maxGram');
  }
}

/** Far-apart sizes make tokens by the dozen: the index sets how far they may be. */
export function checkGramDiff(
  indexSettings: ReadonlyMap<string, string>,
  diff: number,
  where: string,
): void {
  const most = Number(indexSettings.get('index.max_ngram_diff') ?? '1');
  if (diff <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `The difference between max_gram and min_gram in NGram ${where} must be less than or equal to: [${most}] but was [${diff}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
  );
}
