/**
 * The inputs of a completion field: an automaton of their keys, as a tree of bytes in which each
 * node knows the greatest weight below it. Nodes follow their children, and these are in key order.
 * So the addresses of two nodes are in the order of their keys, unless one is an ancestor of the
 * other. FILE_FORMATS.md, "completions".
 */
import type {
  CompletionChild,
  CompletionEntry,
  CompletionNode,
  Completions,
} from '../../../index/segment_reader.js';
import { corruptIndex } from '../../corrupt_index.js';
import { bytesOf, type OpenPart } from '../segment_file.js';
import { SHOWN_AS_BEFORE, surfaceLength } from './surface_form.js';

/** A child's byte where a key ends. */
export const END = -1;

/** The last varint read, and the offset after it. */
const read = { value: 0, at: 0 };

function readVarint(bytes: Uint8Array, start: number): void {
  let at = start;
  let value = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * shift;
    // A byte past the end is undefined and ends the number too.
    if (!(byte >= 0x80) || shift > 2 ** 28) break;
  }
  read.value = value;
  read.at = at;
}

export class CompletionTree implements Completions {
  readonly bytes: Uint8Array;
  readonly keyCount: number;
  readonly entryCount: number;
  readonly nodeCount: number;
  readonly greatestWeight: number;
  readonly mostEntries: number;
  readonly #root: number;
  readonly #name: string;

  constructor(part: OpenPart) {
    [
      this.keyCount,
      this.entryCount,
      this.nodeCount,
      this.#root,
      this.greatestWeight,
      this.mostEntries,
    ] = part.meta;
    this.bytes = bytesOf(part, 0);
    this.#name = part.name;
  }

  get sizeBytes(): number {
    return this.bytes.length;
  }

  root(): CompletionNode {
    return this.node(this.#root);
  }

  node(address: number): CompletionNode {
    const { bytes } = this;
    if (!(address >= 0 && address < bytes.length)) throw this.#damaged();
    readVarint(bytes, address);
    const header = read.value;
    readVarint(bytes, read.at);
    const labelStart = read.at;
    const labelEnd = labelStart + read.value;
    if (labelEnd > bytes.length) throw this.#damaged();
    const isLeaf = (header & 1) === 1;
    const count = Math.floor(header / 2);
    if (count > bytes.length) throw this.#damaged();
    return { address, labelStart, labelEnd, isLeaf, count };
  }

  children({ address, labelEnd, count }: CompletionNode): CompletionChild[] {
    const { bytes } = this;
    const children: CompletionChild[] = [];
    readVarint(bytes, labelEnd);
    const endsHere = read.value === 1;
    let at = read.at;
    for (let i = 0; i < count; i++) {
      const byte = i === 0 && endsHere ? END : bytes[at++];
      readVarint(bytes, at);
      const distance = Math.floor(read.value / 2);
      const isLighter = read.value % 2 === 1;
      at = read.at;
      let lighter = 0;
      if (isLighter) {
        readVarint(bytes, at);
        lighter = read.value;
        at = read.at;
      }
      if (at > bytes.length || distance === 0 || distance > address) throw this.#damaged();
      children.push({ byte, address: address - distance, lighter });
    }
    return children;
  }

  entry(
    { labelEnd }: CompletionNode,
    nodeWeight: number,
    before: CompletionEntry | undefined,
  ): CompletionEntry {
    const { bytes } = this;
    let next = before?.end ?? labelEnd;
    let weight = before?.weight ?? nodeWeight;
    if (before !== undefined) {
      readVarint(bytes, next);
      weight -= read.value;
      next = read.at;
    }
    readVarint(bytes, next);
    const doc = read.value;
    const at = read.at;
    readVarint(bytes, at);
    const end = read.at + surfaceLength(read.value);
    if (!(end <= bytes.length)) throw this.#damaged();
    if (read.value !== SHOWN_AS_BEFORE || before === undefined) {
      return { doc, weight, surfaceStart: at, surfaceEnd: end, end };
    }
    const { surfaceStart, surfaceEnd } = before;
    return { doc, weight, surfaceStart, surfaceEnd, end };
  }

  #damaged() {
    return corruptIndex('the completions are damaged', this.#name);
  }
}
