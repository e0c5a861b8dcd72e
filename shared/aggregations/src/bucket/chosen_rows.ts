/** Collects one bucket per owner from the documents that a choice keeps. */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../collect/children.js';
import type { Collector } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { RowBuffer } from '../collect/row_buffer.js';
import { OwnerCounts, type SinglePart } from './single_buckets.js';

export interface RowChoice {
  segment(reader: SegmentReader): void;
  /**
   * Writes the chosen rows of the block, ascending, and the owner of each; there is room for all
   * rows. Returns their number.
   */
  choose(block: DocBlock, kept: RowBuffer): number;
}

export class ChosenRows implements Collector<SinglePart> {
  readonly #choice: RowChoice;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  readonly #kept = new RowBuffer();

  constructor(choice: RowChoice, children: Children) {
    this.#choice = choice;
    this.#children = children;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#choice.segment(reader);
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    this.#kept.open(block.count, 1);
    this.#kept.count = this.#choice.choose(block, this.#kept);
    this.#counts.addBuffered(block, this.#kept, this.#children);
  }

  build(owners: Uint32Array): SinglePart {
    return this.#counts.build(owners, this.#children);
  }
}
