import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { newToken } from '../token.js';

/**
 * `fingerprint`: joins all terms, sorted, each once, into one token; makes no token if it would be
 * too long.
 */
export const FINGERPRINT: TokenFilterType = {
  name: 'fingerprint',
  create: (settings) => {
    const separator = settings.string('separator') ?? ' ';
    if (separator.length !== 1) {
      throw new ApiError(
        'illegal_argument_exception',
        `Setting [separator] must be a single, non-null character. [${separator}] was provided.`,
      );
    }
    const most = settings.integer('max_output_size', 255);
    return {
      name: 'fingerprint',
      inRules: 'refused',
      apply: (batch) => {
        const terms = [...new Set(batch.tokens.map((token: Token) => token.term))].sort();
        const term = terms.join(separator);
        const fits = terms.length > 0 && term.length <= most;
        batch.tokens = fits ? [newToken(term, 0, batch.finalOffset, 'fingerprint')] : [];
        // Lucene's filter ends one position after its only token.
        batch.trailingIncrement = 1;
      },
    };
  },
};
