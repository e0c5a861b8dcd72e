/** `multiplexer`: sends every token through several chains and puts all results at its position. */
import type { Token } from '../analyzer.js';
import type { TokenFilterContext, TokenFilterType } from '../build/component_type.js';
import type { TokenFilter } from '../component.js';
import { copyToken, newBatch } from '../token.js';
import { namedFilters } from './named_filters.js';

export const MULTIPLEXER: TokenFilterType = {
  name: 'multiplexer',
  readsSettingsLate: true,
  check: (settings) => void settings.boolean('preserve_original', true),
  create: (settings, context) => {
    const preserve = settings.boolean('preserve_original', true);
    const chains = (settings.list('filters') ?? []).map((text) =>
      chainOf(text, context, settings.name),
    );
    if (preserve || chains.length === 0) chains.unshift([]);
    return {
      name: 'multiplexer',
      inRules: 'refused',
      attributes: chains.flat().flatMap((filter) => filter.attributes ?? []),
      apply: (batch) => {
        const tokens: Token[] = [];
        let pending = 0;
        let seen = new Set<string>();
        for (const token of batch.tokens) {
          pending += token.positionIncrement;
          if (token.positionIncrement > 0) seen = new Set();
          for (const made of multiply(token, chains, seen)) {
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

function chainOf(text: string, context: TokenFilterContext, of: string): TokenFilter[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const missing = (name: string) =>
    `Multiplexing filter [${of}] refers to undefined tokenfilter [${name}]`;
  return namedFilters(names, context, { of, missing });
}

/** The results of a token; results that are equal to one of the same position are dropped. */
function multiply(
  token: Token,
  chains: readonly (readonly TokenFilter[])[],
  seen: Set<string>,
): Token[] {
  const results: Token[] = [];
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
