/**
 * Old names of token filters, with OpenSearch's refusals. `nGram` and `edgeNGram` may only be the
 * `type` of a configured filter; a chain cannot name them directly. `standard` is refused always.
 */
import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { EDGE_NGRAM } from './edge_ngram.js';
import { NGRAM } from './ngram.js';

function formerly(name: string, of: TokenFilterType): TokenFilterType {
  return {
    ...of,
    name,
    refusedBare: `The [${name}] token filter name was deprecated in 6.4 and cannot be used in new indices. Please change the filter name to [${of.name}] instead.`,
  };
}

const STANDARD: TokenFilterType = {
  name: 'standard',
  removed: true,
  create: () => {
    const reason = 'The [standard] token filter has been removed.';
    throw new ApiError('illegal_argument_exception', reason);
  },
};

export const OLD_NAMES: readonly TokenFilterType[] = [
  formerly('nGram', NGRAM),
  formerly('edgeNGram', EDGE_NGRAM),
  STANDARD,
];
