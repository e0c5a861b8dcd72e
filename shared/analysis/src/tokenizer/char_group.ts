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
  runLength,
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
  '\\\\': '\\',
};

export const CHAR_GROUP_TOKENIZER: TokenizerType = {
  name: 'char_group',
  create: (settings) => {
    const characters = new Set<number>();
    const classes: ((codePoint: number) => boolean)[] = [];
    for (const entry of settings.list('tokenize_on_chars') ?? []) {
      if (entry === '') {
        const reason = '[tokenize_on_chars] cannot contain empty characters';
        throw new ApiError('runtime_exception', reason);
      }
      const isClass = Object.hasOwn(CLASSES, entry) ? CLASSES[entry] : undefined;
      if (isClass) classes.push(isClass);
      else characters.add(singleCharacter(entry));
    }
    const splits = (codePoint: number) =>
      characters.has(codePoint) || classes.some((isClass) => isClass(codePoint));
    return charRunTokenizer('char_group', (codePoint) => !splits(codePoint), {
      maxTokenLength: runLength(settings, 'max_token_length'),
    });
  },
};

function singleCharacter(entry: string): number {
  const unicode = /^\\u([0-9a-fA-F]{1,4})$/.exec(entry);
  if (unicode) return Number.parseInt(unicode[1] ?? '', 16);
  const character = ESCAPES[entry] ?? entry;
  if (character.length === 1 && entry !== '\\') return character.charCodeAt(0);
  const escaped = entry.startsWith('\\') && entry.length > 1 ? ` ${entry.charAt(1)}` : '';
  throw new ApiError('runtime_exception', `Invalid escaped char${escaped} in [${entry}]`);
}
