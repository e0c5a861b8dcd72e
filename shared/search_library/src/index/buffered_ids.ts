/**
 * Maps each id to its live documents in the index buffer. The term hash of `_id` numbers the ids,
 * so the map is an array.
 */
import { GrowableU32 } from '../codec/growable.js';

export class BufferedIds {
  /** The document + 1 by number of the id; 0: none. */
  readonly #docs = new GrowableU32();
  /** Further documents of an id, which exist if the caller added it twice without deleting it. */
  readonly #more = new Map<number, number[]>();

  add(id: number, doc: number): void {
    while (this.#docs.length <= id) this.#docs.push(0);
    const before = this.#docs.array[id];
    if (before !== 0) this.#more.set(id, [...(this.#more.get(id) ?? []), before - 1]);
    this.#docs.array[id] = doc + 1;
  }

  /** Removes the documents of the id and returns them. */
  take(id: number): number[] {
    const last = id < this.#docs.length ? this.#docs.array[id] : 0;
    if (last === 0) return [];
    const docs = [...(this.#more.get(id) ?? []), last - 1];
    this.#more.delete(id);
    this.#docs.array[id] = 0;
    return docs;
  }
}
