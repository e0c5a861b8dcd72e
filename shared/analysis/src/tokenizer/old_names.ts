/** Deprecated names of tokenizers. */
import { EDGE_NGRAM_TOKENIZER } from './edge_ngram.js';
import { NGRAM_TOKENIZER } from './ngram.js';
import { PATH_HIERARCHY_TOKENIZER } from './path_hierarchy.js';

export const OLD_NAMES = [
  { ...EDGE_NGRAM_TOKENIZER, name: 'edgeNGram' },
  { ...NGRAM_TOKENIZER, name: 'nGram' },
  { ...PATH_HIERARCHY_TOKENIZER, name: 'PathHierarchy' },
];
