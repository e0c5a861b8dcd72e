/**
 * `long` and `double` columns, and the points of the same field. They are built from one log of
 * values and read in place.
 */
import {
  COLUMN_BLOCK_DOCS,
  type NumberColumn,
  type NumberSlots,
} from '../../index/segment_reader.js';
import { GrowableF64, GrowableU32 } from '../growable.js';
import { type NumberArray, openNumbers, packNumbers } from './packed_numbers.js';
import { buildPoints } from './points.js';
import { type OpenPart, PART, type PartData } from './segment_file.js';
import {
  forEachDoc,
  hasDuplicates,
  layOutValues,
  openValueIndex,
  type ValueIndex,
  type ValueLayout,
} from './value_index.js';

interface NumberColumnOptions {
  /** True for whole numbers, exact to 64 bits; false for doubles. */
  readonly integral: boolean;
  readonly points: boolean;
}

/** The collected numbers of a field, as plain data. */
export interface FrozenNumbers {
  readonly docs: Uint32Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  /** By place in `values`: the exact values that a double does not hold. */
  readonly wide: ReadonlyMap<number, bigint>;
}

/** Collects a field's numbers in document order. */
export class NumberColumnBuilder {
  readonly #docs: GrowableU32;
  readonly #values: GrowableF64;
  readonly #wide: Map<number, bigint>;

  /** Continues with the numbers of another builder, whose memory it takes over. */
  constructor(frozen?: FrozenNumbers) {
    this.#docs = GrowableU32.of(frozen?.docs);
    this.#values = GrowableF64.of(frozen?.values);
    this.#wide = new Map(frozen?.wide);
  }

  /** The numbers as plain data. The builder cannot be used afterwards. */
  freeze(): FrozenNumbers {
    return { docs: this.#docs.view(), values: this.#values.view(), wide: this.#wide };
  }

  get capacityBytes(): number {
    return this.#docs.capacityBytes + this.#values.capacityBytes + this.#wide.size * 48;
  }

  /** Adds a value; documents ascend. */
  add(doc: number, value: number | bigint): void {
    if (typeof value === 'bigint') {
      const near = Number(value);
      if (!Number.isSafeInteger(near)) this.#wide.set(this.#values.length, value);
      this.#values.push(near);
    } else {
      this.#values.push(value);
    }
    this.#docs.push(doc);
  }

  /** Returns the `numbers` and, if requested, the `points` part, and empties the builder. */
  finish(maxDoc: number, options: NumberColumnOptions): PartData[] {
    this.#sortWithinDocs();
    const { integral } = options;
    const docs = this.#docs.view();
    const list = { values: this.#values.view(), wide: this.#wide };
    const layout = layOutValues(docs, maxDoc);
    const parts = [this.#column(maxDoc, integral, layout)];
    if (options.points) {
      parts.push(buildPoints(docs, list, { integral, single: layout.single, maxDoc }));
    }
    this.#docs.release();
    this.#values.release();
    return parts;
  }

  #column(maxDoc: number, integral: boolean, layout: ValueLayout): PartData {
    const docs = this.#docs.view();
    const list = { values: this.#values.view(), wide: this.#wide };
    const dense = layout.single && docs.length < maxDoc;
    const packed = packNumbers(dense ? this.#spread(docs, maxDoc) : list, integral);
    const [min, max] = this.#extremes();
    return {
      code: PART.numbers,
      meta: [...packed.meta, min, max],
      sections: [...layout.sections, packed.section, this.#blockBounds(maxDoc)],
    };
  }

  /**
   * Puts one value into each document's slot. Empty slots repeat an existing value, so that they do
   * not widen the form.
   */
  #spread(docs: Uint32Array, maxDoc: number) {
    const values = new Float64Array(maxDoc);
    const given = this.#values.array;
    let narrow = 0;
    while (narrow < docs.length && this.#wide.has(narrow)) narrow++;
    values.fill(narrow < docs.length ? given[narrow] : 0);
    for (let i = 0; i < docs.length; i++) values[docs[i]] = given[i];
    const wide = new Map<number, bigint>();
    for (const [i, exact] of this.#wide) wide.set(docs[i], exact);
    return { values, wide };
  }

  #extremes(): [number, number] {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    const values = this.#values.array;
    const count = this.#values.length;
    for (let i = 0; i < count; i++) {
      if (values[i] < min) min = values[i];
      if (values[i] > max) max = values[i];
    }
    return [min, max];
  }

  #blockBounds(maxDoc: number): Float64Array {
    const bounds = new Float64Array(2 * Math.ceil(maxDoc / COLUMN_BLOCK_DOCS));
    for (let at = 0; at < bounds.length; at += 2) {
      bounds[at] = Number.POSITIVE_INFINITY;
      bounds[at + 1] = Number.NEGATIVE_INFINITY;
    }
    const docs = this.#docs.view();
    const values = this.#values.view();
    for (let i = 0; i < docs.length; i++) {
      const at = 2 * Math.floor(docs[i] / COLUMN_BLOCK_DOCS);
      if (values[i] < bounds[at]) bounds[at] = values[i];
      if (values[i] > bounds[at + 1]) bounds[at + 1] = values[i];
    }
    return bounds;
  }

  #sortWithinDocs(): void {
    if (!hasDuplicates(this.#docs.view())) return;
    forEachDoc(this.#docs, (_doc, from, to) => {
      if (to - from === 1) return;
      if (this.#wide.size === 0) {
        this.#values.array.subarray(from, to).sort();
        return;
      }
      const keys: (number | bigint)[] = [];
      for (let i = from; i < to; i++) keys.push(this.#wide.get(i) ?? this.#values.array[i]);
      keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      keys.forEach((key, i) => {
        this.#values.array[from + i] = Number(key);
        if (typeof key === 'bigint') this.#wide.set(from + i, key);
        else this.#wide.delete(from + i);
      });
    });
  }
}

export class NumberColumnReader implements NumberColumn {
  readonly wide: boolean;
  readonly min: number;
  readonly max: number;
  readonly slots: NumberSlots | undefined;
  readonly blockBounds: Float64Array;
  readonly #index: ValueIndex;
  readonly #values: NumberArray;

  constructor(part: OpenPart) {
    this.#index = openValueIndex(part, 0);
    this.#values = openNumbers(part, 2);
    const plain = this.#index.single ? this.#values.plain() : undefined;
    this.slots = plain && { ...plain, presence: this.#index.presence };
    const bounds = part.sections[3];
    this.blockBounds = new Float64Array(part.buffer, bounds.offset, bounds.length >>> 3);
    this.wide = this.#values.wide;
    this.min = part.meta[3];
    this.max = part.meta[4];
  }

  has(doc: number): boolean {
    return this.#index.has(doc);
  }

  valueCount(doc: number): number {
    return this.#index.count(doc);
  }

  value(doc: number, i: number): number {
    return this.#values.at(this.#index.first(doc) + i);
  }

  exact(doc: number, i: number): bigint {
    return this.#values.exact(this.#index.first(doc) + i);
  }

  /** The i-th value without loss: a `bigint` only beyond ±2^53. For merging. */
  key(doc: number, i: number): number | bigint {
    return this.#values.key(this.#index.first(doc) + i);
  }
}
