/** `char_group`: splits at listed characters and classes of characters. */
import { ApiError } from '@skein/errors';
import type { TokenizerType } from '../build/component_type.js';
import {
  charRunTokenizer,
  isDigit,
  isLetter,
  isPunctuation,
  isSymbol,
  isWhitespace,
} from './char_run.js';

const CLASSES: Readonly<Record<string, (codePoint: number) => boolean>> = {
  letter: isLetter,
  digit: isDigit,
  whitespace: isWhitespace,
  punctuation: isPunctuation,
  symbol: isSymbol,
};

const ESCAPES: Readonly<Record<string, string>> = {
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\b': '\b',
  '\\f': '\f',
  '\\0': '\0',
  '\\\\': '\\',
};

export const CHAR_GROUP_TOKENIZER: TokenizerType = {
  name: 'char_group',
  create: (settings) => {
    const characters = new Set<number>();
    const classes: ((codePoint: number) => boolean)[] = [];
    for (const entry of settings.list('tokenize_on_chars') ?? []) {
      const isClass = Object.hasOwn(CLASSES, entry) ? CLASSES[entry] : undefined;
      if (isClass) classes.push(isClass);
      else characters.add(singleCharacter(entry));
    }
    const splits = (codePoint: number) =>
      characters.has(codePoint) || classes.some((isClass) => isClass(codePoint));
    return charRunTokenizer('char_group', (codePoint) => !splits(codePoint), {
      maxTokenLength: settings.positive('max_token_length', 255),
    });
  },
};

function singleCharacter(entry: string): number {
  const character = ESCAPES[entry] ?? entry;
  const codePoint = character.codePointAt(0);
  if (codePoint !== undefined && String.fromCodePoint(codePoint) === character) return codePoint;
  throw new ApiError('illegal_argument_exception', `Invalid escaped char in [${entry}]`);
}
