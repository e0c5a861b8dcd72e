/** The postings of one term from several segments, put in the order of the merged one. */
import { GrowableU32 } from '../codec/growable.js';
import type { PostingsWriter } from '../codec/v1/postings_writer.js';
import { NO_MORE_DOCS, type PostingsIterator } from '../index/segment_reader.js';

export class PostingsSorter {
  readonly #docs = new GrowableU32();
  readonly #freqs = new GrowableU32();
  /** Where each document's positions begin. */
  readonly #starts = new GrowableU32();
  readonly #positions = new GrowableU32();

  /** Takes the postings of one segment. */
  add(postings: PostingsIterator, newDocs: Int32Array, hasPositions: boolean): void {
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      const newDoc = newDocs[doc];
      if (newDoc < 0) continue;
      const freq = postings.freq();
      this.#docs.push(newDoc);
      this.#freqs.push(freq);
      this.#starts.push(this.#positions.length);
      if (!hasPositions) continue;
      for (let i = 0; i < freq; i++) this.#positions.push(postings.nextPosition());
    }
  }

  /** Writes what was taken, and begins anew. */
  writeTo(writer: PostingsWriter): void {
    const { length } = this.#docs;
    const docs = this.#docs.array;
    const order = Uint32Array.from({ length }, (_, i) => i).sort((a, b) => docs[a] - docs[b]);
    for (const i of order) {
      const freq = this.#freqs.array[i];
      writer.addDoc(docs[i], freq);
      if (!writer.hasPositions) continue;
      const start = this.#starts.array[i];
      for (let k = 0; k < freq; k++) writer.addPosition(this.#positions.array[start + k]);
    }
    for (const list of [this.#docs, this.#freqs, this.#starts, this.#positions]) list.length = 0;
  }
}
