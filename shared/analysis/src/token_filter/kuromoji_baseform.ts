import type { TokenFilterType } from '../build/component_type.js';

/** `kuromoji_baseform`: replaces a verb or an adjective by its dictionary form. */
export const KUROMOJI_BASEFORM: TokenFilterType = {
  name: 'kuromoji_baseform',
  create: () => ({
    name: 'kuromoji_baseform',
    attributes: ['keyword'],
    apply: (batch) => {
      for (const token of batch.tokens) {
        if (!token.keyword) token.term = token.word?.baseForm ?? token.term;
      }
    },
  }),
};
