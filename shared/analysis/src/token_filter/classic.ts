import type { TokenFilterType } from '../build/component_type.js';

/**
 * `classic`: follows the `classic` tokenizer; removes the `'s` of words and the dots of acronyms.
 */
export const CLASSIC: TokenFilterType = {
  name: 'classic',
  create: () => ({
    name: 'classic',
    apply: (batch) => {
      for (const token of batch.tokens) {
        if (token.type === '<APOSTROPHE>') token.term = token.term.replace(/'[sS]$/, '');
        else if (token.type === '<ACRONYM>') token.term = token.term.replaceAll('.', '');
      }
    },
  }),
};
