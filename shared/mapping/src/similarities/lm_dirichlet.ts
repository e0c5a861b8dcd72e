/** `LMDirichlet`: language model with Dirichlet smoothing. */
import { lmDirichlet } from '@skein/search_library';
import { requireNonNegative } from './similarity_settings.js';
import type { SimilarityType } from './similarity_type.js';

export const LMDirichlet: SimilarityType = {
  name: 'LMDirichlet',
  settings: ['mu'],
  create: (settings) => lmDirichlet(requireNonNegative('mu', settings.float('mu', 2000))),
};
