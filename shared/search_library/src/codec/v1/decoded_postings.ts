/** The postings of a term as plain lists, decoded in one pass; merging copies them. */
import { GrowableU32 } from '../growable.js';
import { BlockPostings } from './block_postings.js';
import { appendVarints } from './position_packing.js';
import { BLOCK_DOCS } from './postings_layout.js';
import type { PostingsSource } from './postings_source.js';
import { decodeSingleDocs } from './single_docs.js';
import type { TermEntry } from './term_index.js';

const NO_MORE_DOCS = 0x7fffffff;

export class DecodedPostings {
  readonly docs = new GrowableU32(256);
  readonly freqs = new GrowableU32(256);
  /** Positions of all documents, as deltas from 0 in each; empty when the field has none. */
  readonly deltas = new GrowableU32(256);
  readonly #single = { docs: new Uint32Array(BLOCK_DOCS), freqs: new Uint32Array(BLOCK_DOCS) };

  /**
   * Decodes a term in place of the previous one. `entries` are the bytes of the term index, which
   * hold the positions of lone postings.
   */
  decode(source: PostingsSource, entry: TermEntry, entries: Uint8Array): void {
    this.docs.length = 0;
    this.freqs.length = 0;
    this.deltas.length = 0;
    if (entry.dataStart < 0) this.#decodeLone(source, entry, entries);
    else if (entry.docFreq < BLOCK_DOCS) this.#decodeSmall(source, entry);
    else this.#decodeBlocks(source, entry);
  }

  #decodeLone(source: PostingsSource, entry: TermEntry, entries: Uint8Array): void {
    this.docs.push(entry.doc);
    this.freqs.push(entry.totalTermFreq);
    if (source.hasPositions) {
      appendVarints(entries, entry.positionsStart, entry.totalTermFreq, this.deltas);
    }
  }

  #decodeSmall(source: PostingsSource, { dataStart, docFreq }: TermEntry): void {
    const { docs, freqs } = this.#single;
    const from = { start: dataStart, count: docFreq, lastDoc: -1 };
    const end = decodeSingleDocs(source, from, this.#single);
    let positions = 0;
    for (let i = 0; i < docFreq; i++) {
      this.docs.push(docs[i]);
      this.freqs.push(freqs[i] + 1);
      positions += freqs[i] + 1;
    }
    if (source.hasPositions) appendVarints(source.bytes, end, positions, this.deltas);
  }

  #decodeBlocks(source: PostingsSource, { dataStart, docFreq, dense }: TermEntry): void {
    const blocks = new BlockPostings(source, {
      start: dataStart,
      docFreq,
      dense,
      detail: source.hasPositions ? 'positions' : 'freqs',
    });
    while (blocks.nextDoc() !== NO_MORE_DOCS) {
      const { docs, freqs, to } = blocks.runBefore(NO_MORE_DOCS);
      this.docs.append(docs.subarray(0, to));
      for (let i = 0; i < to; i++) this.freqs.push(freqs[i] + 1);
      if (source.hasPositions) blocks.appendDeltas(this.deltas);
    }
  }
}
