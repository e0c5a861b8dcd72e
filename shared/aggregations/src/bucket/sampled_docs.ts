/** The best documents of each owner, handed to the children once all are known: what samplers do. */
import type { SegmentReader } from '@skein/search_library';
import type { Collector } from '../aggregation_type.js';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, grownDoubles, grownWords, type Words } from '../collect/growable.js';
import { OwnerCounts, type SinglePart } from './single_buckets.js';

/** Which of an owner's documents stay, best first. */
export interface SampleChoice {
  readonly size: number;
  /** Of documents with the same value only so many stay; absent: all. */
  readonly perValue?: number;
}

interface Placed {
  readonly reader: SegmentReader;
  readonly docBase: number;
}

export class SampledDocs implements Pick<Collector<SinglePart>, 'segment' | 'build'> {
  readonly #choice: SampleChoice;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  readonly #segments: Placed[] = [];
  #size = 0;
  #docs: Words = new Uint32Array(0);
  #owners: Words = new Uint32Array(0);
  #values: Words = new Uint32Array(0);
  #scores: Doubles = new Float64Array(0);

  constructor(choice: SampleChoice, children: Children) {
    this.#choice = choice;
    this.#children = children;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#segments.push({ reader, docBase });
  }

  /** `values`: by place in the block, what the documents are told apart by. */
  add({ docs, owners, scores, count }: DocBlock, values?: Uint32Array): void {
    const base = this.#segments.at(-1)?.docBase ?? 0;
    const end = this.#size + count;
    this.#docs = grownWords(this.#docs, end);
    this.#owners = grownWords(this.#owners, end);
    this.#values = grownWords(this.#values, end);
    this.#scores = grownDoubles(this.#scores, end);
    for (let i = 0; i < count; i++) {
      const at = this.#size + i;
      this.#docs[at] = base + (docs[i] as number);
      this.#owners[at] = owners[i] as number;
      this.#values[at] = values?.[i] ?? 0;
      this.#scores[at] = scores?.[i] ?? 0;
    }
    this.#size = end;
  }

  build(owners: Uint32Array): SinglePart {
    this.#hand(this.#chosen());
    return this.#counts.build(owners, this.#children);
  }

  /** In order of documents. */
  #chosen(): Uint32Array {
    const order = Uint32Array.from({ length: this.#size }, (_, i) => i);
    const [owners, scores, docs, values] = [this.#owners, this.#scores, this.#docs, this.#values];
    order.sort(
      (a, b) =>
        (owners[a] as number) - (owners[b] as number) ||
        (scores[b] as number) - (scores[a] as number) ||
        (docs[a] as number) - (docs[b] as number),
    );
    const { size, perValue = Number.POSITIVE_INFINITY } = this.#choice;
    let owner = -1;
    let taken = 0;
    let seen = new Map<number, number>();
    const kept = order.filter((at) => {
      if (owners[at] !== owner) {
        owner = owners[at] as number;
        taken = 0;
        seen = new Map();
      }
      const before = seen.get(values[at] as number) ?? 0;
      if (taken >= size || before >= perValue) return false;
      seen.set(values[at] as number, before + 1);
      taken++;
      return true;
    });
    return kept.sort((a, b) => (docs[a] as number) - (docs[b] as number));
  }

  #hand(chosen: Uint32Array): void {
    let from = 0;
    for (const { reader, docBase } of this.#segments) {
      this.#children.segment(reader, docBase);
      let to = from;
      while (
        to < chosen.length &&
        (this.#docs[chosen[to] as number] as number) < docBase + reader.maxDoc
      )
        to++;
      const own = chosen.subarray(from, to);
      from = to;
      if (own.length === 0) continue;
      const block: DocBlock = {
        count: own.length,
        docs: own.map((at) => (this.#docs[at] as number) - docBase),
        owners: own.map((at) => this.#owners[at] as number),
        scores: Float32Array.from(own, (at) => this.#scores[at] as number),
      };
      this.#counts.add(block.owners, block.count);
      this.#children.collect(block);
    }
  }
}
