/**
 * `pattern`: splits the text at the matches of a regular expression, or makes a token of one of its
 * groups.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenizerType } from '../build/component_type.js';
import type { Tokenizer } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { compileUserRegex, type UserRegex } from '../user_regex.js';

export function splitTokenizer(name: string, expression: UserRegex): Tokenizer {
  return {
    name,
    readsWhole: true,
    tokenize: (text) => {
      const tokens: Token[] = [];
      let start = 0;
      for (const match of expression.matchAll(text)) {
        if (match.start > start) {
          tokens.push(newToken(text.slice(start, match.start), start, match.start, 'word'));
        }
        start = match.end;
      }
      if (start < text.length) tokens.push(newToken(text.slice(start), start, text.length, 'word'));
      return newBatch(tokens, text.length);
    },
  };
}

export function groupTokenizer(name: string, expression: UserRegex, group: number): Tokenizer {
  return {
    name,
    readsWhole: true,
    tokenize: (text) => {
      const tokens: Token[] = [];
      for (const match of expression.matchAll(text)) {
        const [start = -1, end = -1] = [match.starts[group], match.ends[group]];
        if (end > start) tokens.push(newToken(text.slice(start, end), start, end, 'word'));
      }
      return newBatch(tokens, text.length);
    },
  };
}

export const PATTERN_TOKENIZER: TokenizerType = {
  name: 'pattern',
  // The number of groups is checked only when texts are analyzed.
  checksLate: true,
  check: (settings) => {
    readSettings(settings);
  },
  create: (settings) => {
    const { expression, group } = readSettings(settings);
    if (group < 0) return splitTokenizer('pattern', expression);
    const { groupCount } = expression;
    if (group > groupCount) {
      throw new ApiError(
        'illegal_argument_exception',
        `invalid group specified: pattern only has: ${groupCount} capturing groups`,
      );
    }
    return groupTokenizer('pattern', expression, group);
  },
};

function readSettings(settings: ComponentSettings) {
  const pattern = settings.string('pattern') ?? '\\W+';
  const expression = compileUserRegex(pattern, settings.string('flags'));
  return { expression, group: settings.integer('group', -1) };
}
