/** Grams of terms, for the filters `ngram` and `edge_ngram`. Sizes count code points; offsets stay the whole term's. */
import type { Token } from '../analyzer.js';
import type { TokenFilter } from '../component.js';
import { copyToken } from '../token.js';

export interface GramFilterOptions {
  readonly minGram: number;
  readonly maxGram: number;
  /** Keeps terms that are shorter or longer than any gram. */
  readonly keepOriginal: boolean;
  readonly edge: boolean;
}

export function gramFilter(name: string, options: GramFilterOptions): TokenFilter {
  return {
    name,
    skippedInRules: true,
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
      batch.trailingIncrement += pending;
    },
  };
}

function pushGrams(tokens: Token[], token: Token, options: GramFilterOptions): void {
  const characters = [...token.term];
  const { minGram, maxGram } = options;
  const lastStart = options.edge ? 0 : characters.length - minGram;
  for (let start = 0; start <= lastStart; start++) {
    const most = Math.min(maxGram, characters.length - start);
    for (let size = minGram; size <= most; size++) {
      tokens.push(copyToken(token, characters.slice(start, start + size).join(''), 0));
    }
  }
  const unseen = characters.length < minGram || characters.length > maxGram;
  if (options.keepOriginal && unseen) tokens.push(copyToken(token, token.term, 0));
}
