import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { refusePath } from './stop_words.js';

/** `stemmer_override`: stems given by hand, which stemmers then spare. */
export const STEMMER_OVERRIDE: TokenFilterType = {
  name: 'stemmer_override',
  needsSettings: true,
  create: (settings) => {
    refusePath(settings, 'rules_path');
    const stems = new Map<string, string>();
    for (const rule of settings.list('rules') ?? []) {
      const [left = '', right, ...rest] = rule.split('=>').map((part) => part.trim());
      if (right === undefined || right === '' || rest.length > 0) {
        throw new ApiError('illegal_argument_exception', `Invalid Keyword override Rule:${rule}`);
      }
      for (const word of left.split(',')) stems.set(word.trim(), right);
    }
    return {
      name: 'stemmer_override',
      apply: (batch) => {
        for (const token of batch.tokens) {
          const stem = token.keyword ? undefined : stems.get(token.term);
          if (stem === undefined) continue;
          token.term = stem;
          token.keyword = true;
        }
      },
    };
  },
};
