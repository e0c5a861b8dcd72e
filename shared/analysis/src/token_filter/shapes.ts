/** The shapes of most filters: change every term, or drop some tokens. */
import type { Token } from '../analyzer.js';
import type { TokenBatch, TokenFilter } from '../component.js';

export interface TermFilterOptions {
  /** True when tokens marked as keywords are left alone. */
  readonly sparesKeywords?: boolean;
  readonly charLevel?: boolean;
  /** True when a term may become much longer. */
  readonly grows?: boolean;
}

export function termFilter(
  name: string,
  change: (term: string) => string,
  options: TermFilterOptions = {},
): TokenFilter {
  const spares = options.sparesKeywords === true;
  return {
    name,
    charLevel: options.charLevel === true,
    ...(spares ? { attributes: ['keyword'] as const } : {}),
    ...(options.grows === true ? {} : { rewrite: change }),
    apply: (batch) => {
      for (const token of batch.tokens) {
        if (!spares || !token.keyword) token.term = change(token.term);
      }
    },
  };
}

export function keepFilter(name: string, keeps: (token: Token) => boolean): TokenFilter {
  return { name, apply: (batch) => keepTokens(batch, keeps) };
}

/** Drops tokens by their term alone. */
export function keepTermFilter(name: string, keeps: (term: string) => boolean): TokenFilter {
  return {
    ...keepFilter(name, ({ term }) => keeps(term)),
    rewrite: (term) => (keeps(term) ? term : undefined),
  };
}

/** Filters in place; the positions of dropped tokens are added to the next kept token. */
export function keepTokens(batch: TokenBatch, keeps: (token: Token) => boolean): void {
  const { tokens } = batch;
  let kept = 0;
  let skipped = 0;
  for (const token of tokens) {
    if (keeps(token)) {
      token.positionIncrement += skipped;
      skipped = 0;
      tokens[kept++] = token;
    } else {
      skipped += token.positionIncrement;
    }
  }
  tokens.length = kept;
  batch.trailingIncrement += skipped;
}
