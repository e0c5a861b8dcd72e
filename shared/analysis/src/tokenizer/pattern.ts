/** `pattern`: splits at what a regular expression matches, or takes what one of its groups matched. */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import type { Tokenizer } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { compileUserRegex } from '../user_regex.js';

export function splitTokenizer(name: string, expression: RegExp): Tokenizer {
  return {
    name,
    tokenize: (text) => {
      const tokens: Token[] = [];
      let start = 0;
      for (const match of text.matchAll(expression)) {
        if (match.index > start) {
          tokens.push(newToken(text.slice(start, match.index), start, match.index, 'word'));
        }
        start = match.index + match[0].length;
      }
      if (start < text.length) tokens.push(newToken(text.slice(start), start, text.length, 'word'));
      return newBatch(tokens, text.length);
    },
  };
}

export function groupTokenizer(name: string, expression: RegExp, group: number): Tokenizer {
  const indexed = new RegExp(expression.source, `${expression.flags}d`);
  return {
    name,
    tokenize: (text) => {
      const tokens: Token[] = [];
      for (const match of text.matchAll(indexed)) {
        const range = match.indices?.[group];
        if (range && range[1] > range[0]) {
          tokens.push(newToken(text.slice(range[0], range[1]), range[0], range[1], 'word'));
        }
      }
      return newBatch(tokens, text.length);
    },
  };
}

export const PATTERN_TOKENIZER: TokenizerType = {
  name: 'pattern',
  create: (settings) => {
    const pattern = settings.string('pattern') ?? '\\W+';
    const expression = compileUserRegex(pattern, settings.string('flags'));
    const group = settings.integer('group', -1);
    if (group < 0) return splitTokenizer('pattern', expression);
    const groups =
      (new RegExp(`${expression.source}|`, expression.flags.replace('g', '')).exec('')?.length ??
        1) - 1;
    if (group > groups) {
      throw new ApiError(
        'illegal_argument_exception',
        `invalid group specified: pattern only has: ${groups} capturing groups`,
      );
    }
    return groupTokenizer('pattern', expression, group);
  },
};
