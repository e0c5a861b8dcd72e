/**
 * A list of document numbers in the smallest number of whole bytes; in 0 bytes when they count up
 * from 0.
 */
import { assert } from '@skein/base';

interface PackedDocs {
  /** Bytes per number. */
  readonly width: number;
  readonly section: Uint8Array | Uint16Array | Uint32Array;
}

export function packDocs(docs: Uint32Array, maxDoc: number): PackedDocs {
  if (countUp(docs)) return { width: 0, section: new Uint8Array(0) };
  if (maxDoc <= 1 << 8) return { width: 1, section: new Uint8Array(docs) };
  if (maxDoc <= 1 << 16) return { width: 2, section: new Uint16Array(docs) };
  if (maxDoc <= 1 << 24) return { width: 3, section: threeBytes(docs) };
  return { width: 4, section: docs };
}

function countUp(docs: Uint32Array): boolean {
  for (let i = 0; i < docs.length; i++) if (docs[i] !== i) return false;
  return true;
}

/** The numbers in three bytes each, least significant byte first. */
function threeBytes(docs: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(docs.length * 3);
  for (let i = 0, at = 0; i < docs.length; i++, at += 3) {
    const doc = docs[i];
    bytes[at] = doc;
    bytes[at + 1] = doc >>> 8;
    bytes[at + 2] = doc >>> 16;
  }
  return bytes;
}

/** Reads packed document numbers in place. */
export class DocList {
  readonly width: number;
  readonly #bytes: Uint8Array;
  readonly #halves: Uint16Array;
  readonly #words: Uint32Array;

  constructor(bytes: Uint8Array, width: number) {
    assert(width <= 4, `document numbers of [${width}] bytes`);
    const { buffer, byteOffset, length } = bytes;
    this.width = width;
    this.#bytes = bytes;
    this.#halves = new Uint16Array(buffer, byteOffset, width === 2 ? length >>> 1 : 0);
    this.#words = new Uint32Array(buffer, byteOffset, width === 4 ? length >>> 2 : 0);
  }

  /** Address from the start of the memory. */
  get address(): number {
    return this.#bytes.byteOffset;
  }

  /** Sets the bits of the documents at the positions `from` to `to` - 1 of the list. */
  mark(words: Uint32Array, from: number, to: number): void {
    switch (this.width) {
      case 0:
        for (let doc = from; doc < to; doc++) words[doc >>> 5] |= 1 << (doc & 31);
        break;
      case 1:
        markBytes(this.#bytes, words, from, to);
        break;
      case 2:
        markHalves(this.#halves, words, from, to);
        break;
      case 3:
        markThreeBytes(this.#bytes, words, from, to);
        break;
      default:
        markWords(this.#words, words, from, to);
    }
  }

  at(i: number): number {
    const bytes = this.#bytes;
    switch (this.width) {
      case 0:
        return i;
      case 1:
        return bytes[i];
      case 2:
        return this.#halves[i];
      case 3:
        return bytes[3 * i] | (bytes[3 * i + 1] << 8) | (bytes[3 * i + 2] << 16);
      default:
        return this.#words[i];
    }
  }
}

// Each array type has its own loop on purpose: a loop that has seen several types is many times
// slower.

function markBytes(docs: Uint8Array, words: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
}

function markHalves(docs: Uint16Array, words: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
}

function markThreeBytes(bytes: Uint8Array, words: Uint32Array, from: number, to: number): void {
  for (let at = 3 * from; at < 3 * to; at += 3) {
    const doc = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
    words[doc >>> 5] |= 1 << (doc & 31);
  }
}

function markWords(docs: Uint32Array, words: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
}
