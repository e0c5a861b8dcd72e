import type { TokenFilterType } from '../build/component_type.js';

/** `limit`: the first tokens only. */
export const LIMIT: TokenFilterType = {
  name: 'limit',
  create: (settings) => {
    const most = settings.integer('max_token_count', 1);
    return {
      name: 'limit',
      apply: (batch) => {
        if (batch.tokens.length > most) batch.tokens.length = Math.max(most, 0);
      },
    };
  },
};
