/** `boolean`: a match scores its boost. */
import { booleanSimilarity } from '@skein/search_library';
import type { SimilarityType } from './similarity_type.js';

export const boolean: SimilarityType = {
  name: 'boolean',
  settings: [],
  create: () => booleanSimilarity(),
};
