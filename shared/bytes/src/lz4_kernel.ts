/**
 * LZ4 in WebAssembly (`kernels/lz4.ts`). What it works on lies in places of one memory: a dictionary, the block right behind it, and the table of the
 * dictionary's places in text, which is made once a dictionary. So a match into the dictionary is like any other, and thousands
 * of blocks share what costs as much as compressing one.
 */
/// <reference path="../../web_globals/web_assembly.d.ts" />
import { assert } from '@skein/base';

/** A match reaches this far back, dictionary included. */
export const LZ4_WINDOW_BYTES = 64 * 1024;
/** Larger blocks do not fit the memory; they are rare, and the addon takes them. */
export const MAX_KERNEL_BLOCK_BYTES = 64 * 1024;
/** Dictionaries that are kept; the one loaded first goes first. */
const PLACES = 8;
/** The kernel writes whole vectors. */
const SLACK_BYTES = 64;
const LOWEST_ADDRESS = 1024;
/** What cannot be compressed becomes longer by 1 in 255 and the lengths in front. */
const PACKED_BYTES = MAX_KERNEL_BLOCK_BYTES + MAX_KERNEL_BLOCK_BYTES / 255 + 1024;
/** In front of a block: its decompressed length. */
const HEADER_BYTES = 4;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  tableBytes(): number;
  index(table: number, start: number, end: number): void;
  compress(table: number, first: number, start: number, end: number, target: number): number;
  decompress(start: number, end: number, first: number, target: number, limit: number): number;
}

/** Addresses: the dictionary ends where the block begins. */
interface Place {
  readonly table: number;
  readonly block: number;
  dictionary: Uint8Array | undefined;
  /** Whether `table` is that of the dictionary. */
  indexed: boolean;
}

export class Lz4Kernel {
  readonly #exports: KernelExports;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** The table of the block at hand. */
  readonly #table = LOWEST_ADDRESS;
  readonly #packed: number;
  readonly #places: Place[] = [];
  readonly #placeOf = new Map<Uint8Array | undefined, Place>();
  #nextPlace = 0;

  /** `wasm`: what the build makes of `kernels/lz4.ts`. */
  constructor(wasm: Uint8Array) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), {});
    this.#exports = instance.exports as KernelExports;
    const { buffer } = this.#exports.memory;
    const tableBytes = this.#exports.tableBytes();
    this.#packed = LOWEST_ADDRESS + tableBytes;
    let end = this.#packed + PACKED_BYTES + SLACK_BYTES;
    for (let i = 0; i < PLACES; i++) {
      const table = end;
      const block = table + tableBytes + LZ4_WINDOW_BYTES;
      this.#places.push({ table, block, dictionary: undefined, indexed: false });
      end = block + MAX_KERNEL_BLOCK_BYTES + SLACK_BYTES;
    }
    assert(end <= buffer.byteLength, `the kernel has [${buffer.byteLength}] bytes, needs [${end}]`);
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }

  /** The block with its length in front, valid until the next call. At most `MAX_KERNEL_BLOCK_BYTES`. */
  compress(block: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array {
    const place = this.#place(dictionary);
    const first = place.block - (dictionary?.length ?? 0);
    this.#index(place, first);
    this.#bytes.copyWithin(this.#table, place.table, place.table + this.#exports.tableBytes());
    this.#bytes.set(block, place.block);
    this.#view.setUint32(this.#packed, block.length, true);
    const target = this.#packed + HEADER_BYTES;
    const blockEnd = place.block + block.length;
    const end = this.#exports.compress(this.#table, first, place.block, blockEnd, target);
    return this.#bytes.subarray(this.#packed, end);
  }

  /** The block behind its length, of which the caller knows that it is right; valid until the next call. */
  decompress(packed: Uint8Array, length: number, dictionary: Uint8Array | undefined): Uint8Array {
    const place = this.#place(dictionary);
    this.#bytes.set(packed, this.#packed);
    const { block } = place;
    const start = this.#packed + HEADER_BYTES;
    const end = this.#packed + packed.length;
    const first = block - (dictionary?.length ?? 0);
    const count = this.#exports.decompress(start, end, first, block, block + length);
    assert(count === length, `LZ4 block gives [${count}] bytes, expected [${length}]`);
    return this.#bytes.subarray(block, block + length);
  }

  /** Whether a packed block of this size fits. */
  static fits(packedBytes: number, unpackedBytes: number): boolean {
    return packedBytes <= PACKED_BYTES && unpackedBytes <= MAX_KERNEL_BLOCK_BYTES;
  }

  #index(place: Place, first: number): void {
    if (place.indexed) return;
    this.#exports.index(place.table, first, place.block);
    place.indexed = true;
  }

  /** Where the dictionary lies. One and the same array is the same dictionary: nobody changes it. */
  #place(dictionary: Uint8Array | undefined): Place {
    const known = this.#placeOf.get(dictionary);
    if (known !== undefined) return known;
    const place = this.#places[this.#nextPlace];
    this.#nextPlace = (this.#nextPlace + 1) % PLACES;
    if (this.#placeOf.get(place.dictionary) === place) this.#placeOf.delete(place.dictionary);
    this.#placeOf.set(dictionary, place);
    if (dictionary !== undefined) this.#bytes.set(dictionary, place.block - dictionary.length);
    place.dictionary = dictionary;
    place.indexed = false;
    return place;
  }
}
