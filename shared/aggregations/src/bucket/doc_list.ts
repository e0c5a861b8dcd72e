/**
 * A block of documents that is built one by one, for types that pass other documents to their
 * children than they were given.
 */
import type { DocBlock } from '../collect/doc_block.js';
import { roomForWords, type Words } from '../collect/growable.js';

export class DocList {
  count = 0;
  #docs: Words = new Uint32Array(0);
  #owners: Words = new Uint32Array(0);

  clear(): void {
    this.count = 0;
  }

  add(doc: number, owner: number): void {
    if (this.count === this.#docs.length) this.#grow();
    this.#docs[this.count] = doc;
    this.#owners[this.count++] = owner;
  }

  #grow(): void {
    const [docs, owners] = [this.#docs, this.#owners];
    this.#docs = roomForWords(docs, this.count + 1);
    this.#owners = roomForWords(owners, this.count + 1);
    this.#docs.set(docs);
    this.#owners.set(owners);
  }

  block(): DocBlock {
    return { count: this.count, docs: this.#docs, owners: this.#owners, scores: undefined };
  }
}
