/**
 * A block of documents that is built one by one, for types that pass other documents to their
 * children than they were given.
 */
import { requestFloats } from '@skein/search_library';
import type { DocBlock } from '../collect/doc_block.js';
import { roomForWords, type Words } from '../collect/growable.js';

export class DocList {
  count = 0;
  #isScored = false;
  #docs: Words = new Uint32Array(0);
  #owners: Words = new Uint32Array(0);
  /** Shorter than the others while no scores are asked for. */
  #scores = new Float32Array(0);

  /** Begins a new block, which keeps the scores if `isScored`. */
  clear(isScored: boolean): void {
    this.count = 0;
    this.#isScored = isScored;
  }

  add(doc: number, owner: number, score: number): void {
    if (this.count === this.#docs.length) this.#grow();
    if (this.#isScored) this.#addScore(score);
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

  #addScore(score: number): void {
    if (this.count >= this.#scores.length) {
      const scores = this.#scores;
      this.#scores = requestFloats(this.#docs.length);
      this.#scores.set(scores);
    }
    this.#scores[this.count] = score;
  }

  block(): DocBlock {
    const scores = this.#isScored ? this.#scores : undefined;
    return { count: this.count, docs: this.#docs, owners: this.#owners, scores };
  }
}
