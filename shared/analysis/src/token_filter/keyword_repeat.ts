import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { copyToken } from '../token.js';

/** `keyword_repeat`: repeats every token, first as a keyword that stemmers leave alone. */
export const KEYWORD_REPEAT: TokenFilterType = {
  name: 'keyword_repeat',
  onlyPreconfigured: true,
  create: () => ({
    name: 'keyword_repeat',
    attributes: ['keyword'],
    inRules: 'refused',
    apply: (batch) => {
      const tokens: Token[] = [];
      for (const token of batch.tokens) {
        const repeated = copyToken(token, token.term, 0);
        repeated.keyword = false;
        token.keyword = true;
        tokens.push(token, repeated);
      }
      batch.tokens = tokens;
    },
  }),
};
