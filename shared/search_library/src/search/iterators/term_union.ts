/** The documents of many terms in one segment. */

import { checkWanted } from '@skein/base';
import type { DocIterator, OrdinalColumn, TermsReader } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import type { DocSet } from '../doc_set_weight.js';
import { addDocs, BitSetIterator, countBits, requestBitSet } from './bit_set.js';
import { DocUnion } from './doc_union.js';

/** Up to this many terms are merged lazily if only few documents will be requested. */
const MAX_MERGED_TERMS = 16;
/** Terms looked up between two calls of `checkWanted`; a power of two. */
const CHECK_INTERVAL = 1024;

/**
 * Costs of finding a term's postings and of reading one of its documents, in units of one look-up
 * in the column.
 */
const TERM_COST = 64;
const POSTING_COST = 2;

interface TermUnionSources {
  readonly terms: TermsReader;
  /** The ordinal column of the same field. */
  readonly column: OrdinalColumn | undefined;
  readonly maxDoc: number;
}

/** Returns `null` if there are no ordinals; they ascend. */
export function termUnion(
  { terms, column, maxDoc }: TermUnionSources,
  ordinals: ArrayLike<number>,
): DocSet | null {
  if (ordinals.length === 0) return null;
  let total = 0;
  for (let i = 0; i < ordinals.length; i++) {
    if ((i & (CHECK_INTERVAL - 1)) === 0) checkWanted();
    total += terms.docFreq(ordinals[i]);
  }
  const slots = column?.slots;
  return {
    cost: Math.min(total, maxDoc),
    docs(leadCost) {
      if (ordinals.length === 1) return terms.postings(ordinals[0], 'docs');
      if (ordinals.length <= MAX_MERGED_TERMS && leadCost < total / 8) {
        return mergedDocs(terms, ordinals);
      }
      const byColumn = ordinals.length * TERM_COST + total * POSTING_COST > maxDoc;
      const words =
        slots !== undefined && byColumn
          ? docsOfSlots(slots, ordinals, { cardinality: terms.size, maxDoc })
          : docsOfPostings(terms, ordinals, maxDoc);
      return new BitSetIterator(words, countBits(words));
    },
  };
}

function docsOfPostings(
  terms: TermsReader,
  ordinals: ArrayLike<number>,
  maxDoc: number,
): Uint32Array {
  const words = requestBitSet(maxDoc);
  if (terms.markDocs !== undefined) {
    terms.markDocs(ordinals, words);
    return words;
  }
  for (let i = 0; i < ordinals.length; i++) addDocs(words, terms.postings(ordinals[i], 'docs'));
  return words;
}

function docsOfSlots(
  slots: Exclude<OrdinalColumn['slots'], undefined>,
  ordinals: ArrayLike<number>,
  { cardinality, maxDoc }: { readonly cardinality: number; readonly maxDoc: number },
): Uint32Array {
  takeMemory(cardinality + 1, '<terms>');
  const wanted = new Uint8Array(cardinality + 1);
  for (let i = 0; i < ordinals.length; i++) wanted[ordinals[i] + 1] = 1;
  const words = requestBitSet(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) words[doc >>> 5] |= wanted[slots[doc]] << (doc & 31);
  return words;
}

/** Memory of an iterator over a term's postings, with its decoded block. */
const POSTINGS_BYTES = 1024;

function mergedDocs(terms: TermsReader, ordinals: ArrayLike<number>): DocIterator {
  takeMemory(ordinals.length * POSTINGS_BYTES, '<terms>');
  return new DocUnion(Array.from(ordinals, (ordinal) => terms.postings(ordinal, 'docs')));
}
