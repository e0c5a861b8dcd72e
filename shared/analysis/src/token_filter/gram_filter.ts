/**
 * Grams of terms, for the filters `ngram` and `edge_ngram`. Sizes count code points; offsets stay
 * the whole term's.
 */
import type { Token } from '../analyzer.js';
import type { TokenFilter } from '../component.js';
import { copyToken } from '../token.js';

interface GramFilterOptions {
  readonly minGram: number;
  readonly maxGram: number;
  /** True to keep terms that are shorter or longer than any gram. */
  readonly keepOriginal: boolean;
  /** The end of the term at which all grams stand; `undefined` allows grams anywhere. */
  readonly edge: 'front' | 'back' | undefined;
}

export function gramFilter(name: string, options: GramFilterOptions): TokenFilter {
  return {
    name,
    inRules: 'refused',
    apply: (batch) => {
      const tokens: Token[] = [];
      let pending = 0;
      for (const token of batch.tokens) {
        const before = tokens.length;
        pending += token.positionIncrement;
        pushGrams(tokens, token, options);
        const first = tokens[before];
        if (first) {
          first.positionIncrement = pending;
          pending = 0;
        }
      }
      batch.tokens = tokens;
      // As in Lucene, the filter forgets tokens removed behind the last one by filters before it.
      batch.trailingIncrement = pending;
    },
  };
}

function pushGrams(tokens: Token[], token: Token, options: GramFilterOptions): void {
  const characters = [...token.term];
  const { minGram, maxGram, edge } = options;
  const push = (start: number, size: number) =>
    tokens.push(copyToken(token, characters.slice(start, start + size).join(''), 0));
  if (edge === 'back') {
    const most = Math.min(maxGram, characters.length);
    for (let size = minGram; size <= most; size++) push(characters.length - size, size);
  } else {
    const lastStart = edge === 'front' ? 0 : characters.length - minGram;
    for (let start = 0; start <= lastStart; start++) {
      const most = Math.min(maxGram, characters.length - start);
      for (let size = minGram; size <= most; size++) push(start, size);
    }
  }
  const unseen = characters.length < minGram || characters.length > maxGram;
  if (options.keepOriginal && unseen) tokens.push(copyToken(token, token.term, 0));
}
