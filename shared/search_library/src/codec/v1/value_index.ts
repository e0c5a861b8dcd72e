/**
 * Maps the documents of a column to their values.
 * - single: one slot per document (value index = document), and a bit set of the documents with a
 *   value, left out when all have one;
 * - multi: `offsets[doc] … offsets[doc + 1]` are the document's value indices.
 */
import { makeBitSet, setBit } from '../bit_set.js';
import { corruptIndex } from '../corrupt_index.js';
import type { GrowableU32 } from '../growable.js';
import { type OpenPart, wordsOf } from './segment_file.js';

export interface ValueLayout {
  /** The sections `[presence, offsets]`; either may be empty. */
  readonly sections: readonly [Uint32Array, Uint32Array];
  readonly single: boolean;
}

/** Lays out values; `docs` holds the document of each value, ascending. */
export function layOutValues(docs: Uint32Array, maxDoc: number): ValueLayout {
  const none = new Uint32Array(0);
  if (!hasDuplicates(docs)) {
    if (docs.length === maxDoc) return { sections: [none, none], single: true };
    const presence = makeBitSet(maxDoc);
    for (let i = 0; i < docs.length; i++) setBit(presence, docs[i]);
    return { sections: [presence, none], single: true };
  }
  const offsets = new Uint32Array(maxDoc + 1);
  for (let i = 0; i < docs.length; i++) offsets[docs[i] + 1]++;
  for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1] += offsets[doc];
  return { sections: [none, offsets], single: false };
}

/** True if a document of the ascending list has two values. */
export function hasDuplicates(docs: Uint32Array): boolean {
  for (let i = 1; i < docs.length; i++) if (docs[i] === docs[i - 1]) return true;
  return false;
}

/** Calls `visit` with the range of value indices of each document that has values. */
export function forEachDoc(
  docs: GrowableU32,
  visit: (doc: number, from: number, to: number) => void,
): void {
  for (let from = 0; from < docs.length; ) {
    const doc = docs.array[from];
    let to = from + 1;
    while (to < docs.length && docs.array[to] === doc) to++;
    visit(doc, from, to);
    from = to;
  }
}

export class ValueIndex {
  readonly single: boolean;
  readonly #presence: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #valueCount: number;

  constructor(presence: Uint32Array, offsets: Uint32Array) {
    this.#presence = presence;
    this.#offsets = offsets;
    this.single = offsets.length === 0;
    this.#valueCount = offsets.at(-1) ?? 0;
  }

  /** The presence bits of a single-valued column; `null`: all documents have a value. */
  get presence(): Uint32Array | null {
    return this.#presence.length === 0 ? null : this.#presence;
  }

  has(doc: number): boolean {
    return this.count(doc) > 0;
  }

  count(doc: number): number {
    if (!this.single) return this.#between(this.#offsets[doc], this.#offsets[doc + 1]);
    if (this.#presence.length === 0) return 1;
    return (this.#presence[doc >>> 5] >>> (doc & 31)) & 1;
  }

  #between(from: number, to: number): number {
    if (to > this.#valueCount)
      throw corruptIndex('a document has values beyond the last', 'column');
    return to - from;
  }

  /** The document of a value. */
  docOf(value: number): number {
    if (this.single) return value;
    let low = 0;
    let high = this.#offsets.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#offsets[middle] <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Index of the document's first value. */
  first(doc: number): number {
    return this.single ? doc : this.#offsets[doc];
  }
}

/** Opens the value index in `section` and the one after it. */
export function openValueIndex(part: OpenPart, section: number): ValueIndex {
  const offsets = wordsOf(part, section + 1);
  // Each value takes at least a byte.
  if ((offsets.at(-1) ?? 0) > part.sections[section + 2].length) {
    throw corruptIndex('the documents of a column count more values than it has', part.name);
  }
  return new ValueIndex(wordsOf(part, section), offsets);
}
