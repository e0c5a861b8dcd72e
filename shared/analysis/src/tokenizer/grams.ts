/**
 * Character n-grams over stretches of accepted characters: the tokenizers `ngram` and `edge_ngram`.
 */
import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { Tokenizer } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { isDigit, isLetter, isPunctuation, isWhitespace } from './char_run.js';

interface GramOptions {
  readonly minGram: number;
  readonly maxGram: number;
  readonly accepts: (codePoint: number) => boolean;
  /** True when grams must start a stretch. */
  readonly edge: boolean;
}

export function gramTokenizer(name: string, options: GramOptions): Tokenizer {
  return {
    name,
    readsWhole: true,
    tokenize: (text) => {
      const tokens: Token[] = [];
      // `starts` holds the start of each code point of the stretch; its end is appended when grams
      // are made.
      let starts: number[] = [];
      const flush = (end: number) => {
        if (starts.length > 0) pushGrams(tokens, text, [...starts, end], options);
        starts = [];
      };
      for (let at = 0; at < text.length; ) {
        const codePoint = text.codePointAt(at) ?? 0;
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
      const from = bounds[start];
      const to = bounds[start + size];
      tokens.push(newToken(text.slice(from, to), from, to, 'word'));
    }
  }
}

/** Classes of Java's `Character`, in OpenSearch's order, which its refusal shows. */
const CLASSES: Readonly<Record<string, (codePoint: number) => boolean>> = {
  ...categories('symbol', 'S'),
  ...categories('private_use', 'Co'),
  ...categories('paragraph_separator', 'Zp'),
  ...categories('start_punctuation', 'Ps'),
  ...categories('unassigned', 'Cn'),
  ...categories('enclosing_mark', 'Me'),
  ...categories('connector_punctuation', 'Pc'),
  ...categories('letter_number', 'Nl'),
  ...categories('other_number', 'No'),
  ...categories('math_symbol', 'Sm'),
  ...categories('lowercase_letter', 'Ll'),
  ...categories('space_separator', 'Zs'),
  ...categories('surrogate', 'Cs'),
  ...categories('initial_quote_punctuation', 'Pi'),
  ...categories('decimal_digit_number', 'Nd'),
  digit: isDigit,
  ...categories('other_punctuation', 'Po'),
  ...categories('dash_punctuation', 'Pd'),
  ...categories('currency_symbol', 'Sc'),
  ...categories('non_spacing_mark', 'Mn'),
  /**
   * Accepts nothing here: the characters of `custom_token_chars` are added where that setting is
   * read.
   */
  custom: () => false,
  ...categories('format', 'Cf'),
  ...categories('modifier_letter', 'Lm'),
  ...categories('control', 'Cc'),
  ...categories('uppercase_letter', 'Lu'),
  ...categories('other_symbol', 'So'),
  ...categories('end_punctuation', 'Pe'),
  ...categories('modifier_symbol', 'Sk'),
  ...categories('other_letter', 'Lo'),
  ...categories('line_separator', 'Zl'),
  ...categories('titlecase_letter', 'Lt'),
  letter: isLetter,
  punctuation: isPunctuation,
  ...categories('combining_spacing_mark', 'Mc'),
  ...categories('final_quote_punctuation', 'Pf'),
  whitespace: isWhitespace,
};

function categories(
  name: string,
  category: string,
): Record<string, (codePoint: number) => boolean> {
  const member = new RegExp(`^\\p{${category}}$`, 'u');
  return { [name]: (codePoint) => member.test(String.fromCodePoint(codePoint)) };
}

/** The characters of `token_chars`; everything is accepted when none are named. */
export function acceptedCharacters(settings: ComponentSettings): (codePoint: number) => boolean {
  const given = settings.list('token_chars') ?? [];
  const names = given.map((name) => javaTrim(name.toLowerCase()));
  if (names.length === 0) return () => true;
  const custom = new Set<number>();
  const classes: ((codePoint: number) => boolean)[] = [];
  for (const name of names) {
    const isClass = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
    if (isClass) classes.push(isClass);
    else {
      throw new ApiError(
        'illegal_argument_exception',
        `Unknown token type: '${name}', must be one of [${Object.keys(CLASSES).join(', ')}]`,
      );
    }
  }
  if (names.includes('custom')) {
    const characters = settings.required(
      'custom_token_chars',
      "Token type: 'custom' requires setting `custom_token_chars`",
    );
    for (const character of characters) custom.add(character.codePointAt(0) ?? 0);
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

/** Refuses sizes that differ by more than the index allows, because they make many tokens. */
export function checkGramDiff(indexSettings: ReadonlyMap<string, string>, diff: number): void {
  const most = Number(indexSettings.get('index.max_ngram_diff') ?? '1');
  if (diff <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [${most}] but was [${diff}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
  );
}
