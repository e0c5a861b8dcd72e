/** Sorts the postings of one term from several segments into the order of the merged segment. */
import { GrowableU32 } from '../codec/growable.js';
import type { PostingsWriter } from '../codec/v1/postings_writer.js';
import { NO_MORE_DOCS, type PostingsIterator } from '../index/segment_reader.js';

export class PostingsSorter {
  readonly #docs = new GrowableU32();
  readonly #freqs = new GrowableU32();
  /** Start of each document's positions. */
  readonly #starts = new GrowableU32();
  readonly #positions = new GrowableU32();
  /** The index in the lists of each document that has this term. Other entries are undefined. */
  readonly #places: Uint32Array;

  /** `maxDoc` is that of the merged segment. */
  constructor(maxDoc: number) {
    this.#places = new Uint32Array(maxDoc);
  }

  /** Adds the postings of one segment. */
  add(postings: PostingsIterator, newDocs: Int32Array, hasPositions: boolean): void {
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      const newDoc = newDocs[doc];
      if (newDoc < 0) continue;
      const freq = postings.freq();
      this.#places[newDoc] = this.#docs.length;
      this.#docs.push(newDoc);
      this.#freqs.push(freq);
      this.#starts.push(this.#positions.length);
      if (!hasPositions) continue;
      for (let i = 0; i < freq; i++) this.#positions.push(postings.nextPosition());
    }
  }

  /** Writes the added postings and clears the lists. */
  writeTo(writer: PostingsWriter): void {
    const docs = this.#docs.view();
    if (docs.length > 1) docs.sort();
    for (let at = 0; at < docs.length; at++) {
      const place = this.#places[docs[at]];
      const freq = this.#freqs.array[place];
      writer.addDoc(docs[at], freq);
      if (!writer.hasPositions) continue;
      const start = this.#starts.array[place];
      for (let i = 0; i < freq; i++) writer.addPosition(this.#positions.array[start + i]);
    }
    for (const list of [this.#docs, this.#freqs, this.#starts, this.#positions]) list.length = 0;
  }
}
