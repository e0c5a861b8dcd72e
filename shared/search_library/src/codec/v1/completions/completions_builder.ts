/** Collects the inputs of documents, and sorts them by key when the buffer becomes a segment. */
import { GrowableBytes, GrowableU32 } from '../../growable.js';
import type { PartData } from '../segment_file.js';
import { CompletionTreeWriter } from './completion_tree_writer.js';
import { writeSurface } from './surface_form.js';

export interface CompletionInput {
  readonly key: Uint8Array;
  /** Start of the words in the key, after its context. */
  readonly keyStart: number;
  readonly surface: Uint8Array;
  readonly weight: number;
}

/** The collected inputs of a field, as plain data. */
export interface FrozenCompletions {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly keyStarts: Uint32Array<ArrayBuffer>;
  readonly keyEnds: Uint32Array<ArrayBuffer>;
  readonly surfaceEnds: Uint32Array<ArrayBuffer>;
  readonly docs: Uint32Array<ArrayBuffer>;
  readonly weights: Uint32Array<ArrayBuffer>;
}

export class CompletionsBuilder {
  /** The key and the surface form of each input, one after the other. */
  readonly #bytes: GrowableBytes;
  readonly #keyStarts: GrowableU32;
  readonly #keyEnds: GrowableU32;
  readonly #surfaceEnds: GrowableU32;
  readonly #docs: GrowableU32;
  readonly #weights: GrowableU32;

  /** Continues with the inputs of another builder, whose memory it takes over. */
  constructor(frozen?: FrozenCompletions) {
    this.#bytes = GrowableBytes.of(frozen?.bytes);
    this.#keyStarts = GrowableU32.of(frozen?.keyStarts);
    this.#keyEnds = GrowableU32.of(frozen?.keyEnds);
    this.#surfaceEnds = GrowableU32.of(frozen?.surfaceEnds);
    this.#docs = GrowableU32.of(frozen?.docs);
    this.#weights = GrowableU32.of(frozen?.weights);
  }

  /** The inputs as plain data. The builder cannot be used afterwards. */
  freeze(): FrozenCompletions {
    return {
      bytes: this.#bytes.view(),
      keyStarts: this.#keyStarts.view(),
      keyEnds: this.#keyEnds.view(),
      surfaceEnds: this.#surfaceEnds.view(),
      docs: this.#docs.view(),
      weights: this.#weights.view(),
    };
  }

  add(doc: number, { key, keyStart, surface, weight }: CompletionInput): void {
    this.#keyStarts.push(this.#bytes.length);
    this.#bytes.append(key);
    this.#keyEnds.push(this.#bytes.length);
    writeSurface(this.#bytes, surface, key.subarray(keyStart));
    this.#surfaceEnds.push(this.#bytes.length);
    this.#docs.push(doc);
    this.#weights.push(weight);
  }

  finish(): PartData {
    const writer = new CompletionTreeWriter();
    const bytes = this.#bytes.view();
    for (const i of this.#inOrder()) {
      const end = this.#keyEnds.array[i];
      writer.add(bytes.subarray(this.#keyStarts.array[i], end), {
        doc: this.#docs.array[i],
        weight: this.#weights.array[i],
        bytes,
        start: end,
        end: this.#surfaceEnds.array[i],
      });
    }
    const part = writer.finish();
    for (const list of [this.#bytes, this.#keyStarts, this.#keyEnds]) list.release();
    for (const list of [this.#surfaceEnds, this.#docs, this.#weights]) list.release();
    return part;
  }

  /** Sorted by key, then by descending weight, then by document. */
  #inOrder(): Uint32Array {
    const bytes = this.#bytes.array;
    const [starts, ends] = [this.#keyStarts.array, this.#keyEnds.array];
    const [weights, docs] = [this.#weights.array, this.#docs.array];
    const order = new Uint32Array(this.#docs.length).map((_, i) => i);
    return order.sort((a, b) => {
      const [aStart, bStart] = [starts[a], starts[b]];
      const least = Math.min(ends[a] - aStart, ends[b] - bStart);
      for (let i = 0; i < least; i++) {
        const order = bytes[aStart + i] - bytes[bStart + i];
        if (order !== 0) return order;
      }
      const byLength = ends[a] - aStart - (ends[b] - bStart);
      return byLength || weights[b] - weights[a] || docs[a] - docs[b] || a - b;
    });
  }
}
