/** The terms of a dictionary as the patterns of queries read them. */
import type { SortedTerms } from '../../../index/segment_reader.js';
import { blocksOf, intersectDictionary } from './intersect_blocks.js';
import type { TermDictionary } from './term_dictionary.js';

export function dictionaryTerms(dictionary: TermDictionary): SortedTerms {
  return {
    size: dictionary.size,
    find: (term) => dictionary.find(term),
    ceiling: (term) => dictionary.ceiling(term),
    term: (ordinal) => dictionary.term(ordinal),
    intersect: (automaton, options) => intersectDictionary(dictionary, automaton, options),
    blocks: (prefix) => {
      const { blocks: bytes, starts } = dictionary;
      return { bytes, starts, ...blocksOf(dictionary, prefix) };
    },
  };
}
