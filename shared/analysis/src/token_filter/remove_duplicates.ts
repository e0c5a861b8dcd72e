import type { TokenFilterType } from '../build/component_type.js';
import { keepTokens } from './shapes.js';

/** `remove_duplicates`: keeps one token of each term at a position. */
export const REMOVE_DUPLICATES: TokenFilterType = {
  name: 'remove_duplicates',
  create: () => ({
    name: 'remove_duplicates',
    apply: (batch) => {
      const seen = new Set<string>();
      keepTokens(batch, (token) => {
        if (token.positionIncrement > 0) seen.clear();
        const isNew = !seen.has(token.term);
        seen.add(token.term);
        return isNew;
      });
    },
  }),
};
