import type { TokenFilterType } from '../build/component_type.js';

/**
 * `classic`: behind the tokenizer of that name; takes the `'s` off words and the dots out of
 * acronyms.
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
