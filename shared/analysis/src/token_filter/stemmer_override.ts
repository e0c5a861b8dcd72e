import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { wordList } from '../build/word_files.js';

/** `stemmer_override`: stems given by hand, which stemmers then leave alone. */
export const STEMMER_OVERRIDE: TokenFilterType = {
  name: 'stemmer_override',
  needsSettings: true,
  create: (settings, { outside }) => {
    const rules = wordList(settings, 'rules', outside);
    if (rules === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'stemmer override filter requires either `rules` or `rules_path` to be configured',
      );
    }
    const stems = parseRules(rules);
    return {
      name: 'stemmer_override',
      attributes: ['keyword'],
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

/** Reads rules `word, word => stem`; the first rule of a word counts. */
function parseRules(rules: readonly string[]): ReadonlyMap<string, string> {
  const stems = new Map<string, string>();
  for (const [index, rule] of rules.entries()) {
    if (rule.startsWith('#')) continue;
    const sides = rule.split('=>').map(javaTrim);
    const [left = '', stem = ''] = sides;
    const words = left.split(',').map(javaTrim);
    if (sides.length !== 2 || stem === '' || stem.includes(',') || words.includes('')) {
      throw new ApiError(
        'runtime_exception',
        `Line [${index + 1}]: Invalid keyword override rule: ${rule}`,
      );
    }
    for (const word of words) if (!stems.has(word)) stems.set(word, stem);
  }
  return stems;
}
