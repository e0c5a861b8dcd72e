/** Which live documents of the index buffer have which id. Ids are numbered by the term hash of `_id`, so this is an array. */
import { GrowableU32 } from '../codec/growable.js';

export class BufferedIds {
  /** By number of the id: the document + 1, or 0. */
  readonly #docs = new GrowableU32();
  /** More documents of one id: only when the caller added an id twice without deleting it. */
  readonly #more = new Map<number, number[]>();

  add(id: number, doc: number): void {
    while (this.#docs.length <= id) this.#docs.push(0);
    const before = this.#docs.array[id];
    if (before !== 0) this.#more.set(id, [...(this.#more.get(id) ?? []), before - 1]);
    this.#docs.array[id] = doc + 1;
  }

  /** Takes the documents of the id out. */
  take(id: number): number[] {
    const last = id < this.#docs.length ? this.#docs.array[id] : 0;
    if (last === 0) return [];
    const docs = [...(this.#more.get(id) ?? []), last - 1];
    this.#more.delete(id);
    this.#docs.array[id] = 0;
    return docs;
  }
}
