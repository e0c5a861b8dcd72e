import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { luceneInteger } from './lucene_integer.js';

/**
 * `delimited_term_freq`: cuts `term|5` at the first delimiter; the index counts the term that
 * number of times.
 */
export const DELIMITED_TERM_FREQ: TokenFilterType = {
  name: 'delimited_term_freq',
  create: (settings) => {
    const delimiter = settings.string('delimiter') ?? '|';
    if (delimiter.length !== 1) {
      throw new ApiError(
        'illegal_argument_exception',
        `Setting [delimiter] must be a single, non-null character. [${delimiter}] was provided.`,
      );
    }
    return {
      name: 'delimited_term_freq',
      attributes: ['termFrequency'],
      apply: (batch) => {
        for (const token of batch.tokens) {
          const at = token.term.indexOf(delimiter);
          if (at < 0) continue;
          token.termFrequency = frequencyOf(token.term.slice(at + 1));
          token.term = token.term.slice(0, at);
        }
      },
    };
  },
};

function frequencyOf(text: string): number {
  const frequency = luceneInteger(text);
  if (frequency >= 1) return frequency;
  const reason = `Term frequency must be 1 or greater; got ${frequency}`;
  throw new ApiError('illegal_argument_exception', reason);
}
