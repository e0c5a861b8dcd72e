/**
 * The common collector of samplers. It passes the best documents of each owner to the children once
 * all documents are known.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { Collector } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { grownWords, type Words } from '../../collect/growable.js';
import { OwnerCounts, type SinglePart } from '../single_buckets.js';
import { KeptDocs } from './kept_docs.js';

/** The choice of an owner's documents, of which the best are kept. */
interface SampleChoice {
  readonly size: number;
  /** The number of kept documents with the same value; unlimited if absent. */
  readonly perValue?: number;
}

export class SampledDocs implements Pick<Collector<SinglePart>, 'segment' | 'build'> {
  readonly #choice: SampleChoice;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  readonly #kept = new KeptDocs();
  #owners: Words = new Uint32Array(0);
  #values: Words = new Uint32Array(0);

  constructor(choice: SampleChoice, children: Children) {
    this.#choice = choice;
    this.#children = children;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#kept.segment(reader, docBase);
  }

  /** Adds a block. `values` are the values of its documents for `perValue`. */
  add(block: DocBlock, values?: Uint32Array): void {
    const from = this.#kept.size;
    this.#kept.addAll(block);
    this.#owners = grownWords(this.#owners, this.#kept.size);
    this.#values = grownWords(this.#values, this.#kept.size);
    for (let i = 0; i < block.count; i++) {
      this.#owners[from + i] = block.owners[i];
      this.#values[from + i] = values?.[i] ?? 0;
    }
  }

  build(owners: Uint32Array): SinglePart {
    const counted = {
      segment: (reader: SegmentReader, docBase: number): void =>
        this.#children.segment(reader, docBase),
      collect: (block: DocBlock): void => {
        // As in OpenSearch, samples ignore `_doc_count`, so `#counts` does not get the segments.
        this.#counts.add(block);
        this.#children.collect(block);
      },
    };
    this.#kept.hand(counted, this.#chosen(), this.#owners);
    return this.#counts.build(owners, this.#children);
  }

  /** The indexes of the kept documents, in the order of documents. */
  #chosen(): Uint32Array {
    const order = Uint32Array.from({ length: this.#kept.size }, (_, i) => i);
    const { scores, docs } = this.#kept;
    const [owners, values] = [this.#owners, this.#values];
    order.sort((a, b) => owners[a] - owners[b] || scores[b] - scores[a] || docs[a] - docs[b]);
    const { size, perValue = Number.POSITIVE_INFINITY } = this.#choice;
    let owner = -1;
    let taken = 0;
    let seen = new Map<number, number>();
    const kept = order.filter((at) => {
      if (owners[at] !== owner) {
        owner = owners[at];
        taken = 0;
        seen = new Map();
      }
      const before = seen.get(values[at]) ?? 0;
      if (taken >= size || before >= perValue) return false;
      seen.set(values[at], before + 1);
      taken++;
      return true;
    });
    return kept.sort((a, b) => docs[a] - docs[b]);
  }
}
