/** `LMJelinekMercer`: language model mixed with the collection's. */
import { lmJelinekMercer } from '@skein/search_library';
import { illegal } from './similarity_settings.js';
import type { SimilarityType } from './similarity_type.js';

export const LMJelinekMercer: SimilarityType = {
  name: 'LMJelinekMercer',
  settings: ['lambda'],
  create(settings) {
    const lambda = settings.float('lambda', 0.1);
    if (lambda > 0 && lambda <= 1) return lmJelinekMercer(lambda);
    throw illegal('lambda must be in the range (0 .. 1]');
  },
};
