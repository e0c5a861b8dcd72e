/** `multiplexer`: every token goes through several chains; all their results stand at its position. */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenFilterContext, TokenFilterType } from '../build/component_type.js';
import type { TokenFilter } from '../component.js';
import { copyToken, newBatch } from '../token.js';

export const MULTIPLEXER: TokenFilterType = {
  name: 'multiplexer',
  needsSettings: true,
  create: (settings, context) => {
    const preserve = settings.boolean('preserve_original', true);
    const chains = (settings.list('filters') ?? []).map((text) => chainOf(text, context));
    if (preserve) chains.unshift([]);
    return {
      name: 'multiplexer',
      skippedInRules: true,
      apply: (batch) => {
        const tokens: Token[] = [];
        let pending = 0;
        for (const token of batch.tokens) {
          pending += token.positionIncrement;
          for (const made of multiply(token, chains)) {
            made.positionIncrement = pending;
            pending = 0;
            tokens.push(made);
          }
        }
        batch.tokens = tokens;
        batch.trailingIncrement += pending;
      },
    };
  },
};

function chainOf(text: string, context: TokenFilterContext): TokenFilter[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.map((name) => {
    const filter = context.filterNamed(name, context.chain);
    if (filter) return filter;
    throw new ApiError(
      'illegal_argument_exception',
      `Multiplexing filter [multiplexer] refers to undefined tokenfilter [${name}]`,
    );
  });
}

/** Results that are alike are given once. */
function multiply(token: Token, chains: readonly (readonly TokenFilter[])[]): Token[] {
  const results: Token[] = [];
  const seen = new Set<string>();
  for (const chain of chains) {
    const batch = newBatch([copyToken(token, token.term, 1)], token.endOffset);
    for (const filter of chain) filter.apply(batch);
    for (const made of batch.tokens) {
      if (!seen.has(made.term)) results.push(made);
      seen.add(made.term);
    }
  }
  return results;
}
