/** The documents of many terms of one segment. */
import type { DocIterator, TermsReader } from '../../index/segment_reader.js';
import type { DocSet } from '../doc_set_weight.js';
import { DocHeap } from '../scorers/doc_heap.js';
import { addDocs, BitSetIterator, countBits, newBitSet } from './bit_set.js';

/** Up to so many terms are merged lazily when only few documents are asked about. */
const MAX_MERGED_TERMS = 16;

/** `null` when there are no ordinals. */
export function termUnion(
  terms: TermsReader,
  ordinals: ArrayLike<number>,
  maxDoc: number,
): DocSet | null {
  if (ordinals.length === 0) return null;
  let total = 0;
  for (let i = 0; i < ordinals.length; i++) total += terms.docFreq(ordinals[i] as number);
  return {
    cost: Math.min(total, maxDoc),
    docs(leadCost) {
      if (ordinals.length === 1) return terms.postings(ordinals[0] as number, 'docs');
      if (ordinals.length <= MAX_MERGED_TERMS && leadCost < total / 8) {
        return new MergedDocs(terms, ordinals, total);
      }
      const words = newBitSet(maxDoc);
      for (let i = 0; i < ordinals.length; i++) {
        addDocs(words, terms.postings(ordinals[i] as number, 'docs'));
      }
      return new BitSetIterator(words, countBits(words));
    },
  };
}

class MergedDocs implements DocIterator {
  private readonly heap: DocHeap<DocIterator>;
  private readonly totalCost: number;
  private current = -1;

  constructor(terms: TermsReader, ordinals: ArrayLike<number>, cost: number) {
    this.heap = new DocHeap(Array.from(ordinals, (ordinal) => terms.postings(ordinal, 'docs')));
    this.totalCost = cost;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    this.current = this.heap.advance(target);
    return this.current;
  }

  cost(): number {
    return this.totalCost;
  }
}
