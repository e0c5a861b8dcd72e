import type { TokenFilterType } from '../build/component_type.js';
import { keepTokens } from './shapes.js';

/**
 * `unique`: keeps every term once, or once per position. Positions of dropped tokens are closed.
 */
export const UNIQUE: TokenFilterType = {
  name: 'unique',
  create: (settings) => {
    const samePosition = settings.boolean('only_on_same_position', false);
    return {
      name: 'unique',
      apply: (batch) => {
        const seen = new Set<string>();
        const { trailingIncrement } = batch;
        keepTokens(batch, (token) => {
          if (samePosition && token.positionIncrement > 0) seen.clear();
          const isNew = !seen.has(token.term);
          seen.add(token.term);
          if (!isNew) token.positionIncrement = 0;
          return isNew;
        });
        batch.trailingIncrement = trailingIncrement;
      },
    };
  },
};
