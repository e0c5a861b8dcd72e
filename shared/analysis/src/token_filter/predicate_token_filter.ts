import type { TokenFilterType } from '../build/component_type.js';
import { keepTokens } from './shapes.js';
import { tokenScript } from './token_script.js';

/** `predicate_token_filter`: keeps the tokens that a script accepts. */
export const PREDICATE_TOKEN_FILTER: TokenFilterType = {
  name: 'predicate_token_filter',
  needsSettings: true,
  create: (settings, { outside }) => {
    const accepts = tokenScript(settings, outside);
    return {
      name: 'predicate_token_filter',
      attributes: ['keyword'],
      apply: (batch) => {
        let position = -1;
        keepTokens(batch, (token) => {
          position += token.positionIncrement;
          return accepts(token, position);
        });
      },
    };
  },
};
