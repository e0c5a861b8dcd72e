/**
 * Writes the tree of completions from ascending keys. Only nodes on the path to the current key
 * that may still get children are in memory.
 */
import { assert } from '@skein/base';
import { GrowableBytes } from '../../growable.js';
import { PART, type PartData } from '../segment_file.js';
import { END } from './completion_tree.js';
import { writeSameSurface } from './surface_form.js';

export interface WrittenEntry {
  readonly doc: number;
  readonly weight: number;
  /** `bytes[start … end)` are the output of `writeSurface`. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

interface Child {
  readonly byte: number;
  readonly address: number;
  readonly weight: number;
}

/** A node that may get more children; its path is the current key up to `depth`. */
interface Branch {
  readonly depth: number;
  readonly children: Child[];
}

/** Addresses and doubled distances are 32-bit numbers. */
const MAX_BYTES = 2 ** 31;

export class CompletionTreeWriter {
  readonly #out = new GrowableBytes(1024);
  readonly #open: Branch[] = [{ depth: 0, children: [] }];
  #key = new Uint8Array(0);
  /** Entries of the current key, which is written when the next one comes. */
  #entries: WrittenEntry[] = [];
  #keyCount = 0;
  #entryCount = 0;
  #nodeCount = 0;
  #mostEntries = 0;

  /** Adds an entry. Keys ascend; a key's entries are adjacent, in descending order of weight. */
  add(key: Uint8Array, entry: WrittenEntry): void {
    if (this.#entries.length > 0) {
      const shared = sharedBytes(this.#key, key);
      if (shared === key.length && shared === this.#key.length) {
        this.#entries.push(entry);
        return;
      }
      this.#close(shared);
    }
    this.#key = key.slice();
    this.#entries.push(entry);
  }

  finish(): PartData {
    if (this.#entries.length > 0) this.#close(0);
    const [root] = this.#open;
    const address = this.#writeBranch(root, this.#key.subarray(0, 0));
    const weight = weightOf(root);
    assert(this.#out.length < MAX_BYTES, 'completions of a segment would exceed 2 GiB');
    const meta = [this.#keyCount, this.#entryCount, this.#nodeCount, address, weight];
    return {
      code: PART.completions,
      meta: [...meta, this.#mostEntries],
      sections: [this.#out.view()],
    };
  }

  /**
   * Writes the current key, and all nodes that are not on the path of a key sharing only `shared`
   * bytes with it.
   */
  #close(shared: number): void {
    const key = this.#key;
    let parent = this.#branchAt(shared);
    const weight = this.#entries[0].weight;
    const address = this.#writeLeaf(key.subarray(Math.min(parent.depth + 1, key.length)));
    parent.children.push({ byte: byteAt(key, parent.depth), address, weight });
    while (parent.depth > shared) {
      this.#open.pop();
      const closed = parent;
      parent = this.#branchAt(shared);
      parent.children.push({
        byte: key[parent.depth],
        weight: weightOf(closed),
        address: this.#writeBranch(closed, key.subarray(parent.depth + 1, closed.depth)),
      });
    }
  }

  /** The deepest open node, which has at least `depth` bytes; it is created if necessary. */
  #branchAt(depth: number): Branch {
    const last = this.#open[this.#open.length - 1];
    if (last.depth >= depth) return last;
    const branch = { depth, children: [] };
    this.#open.push(branch);
    return branch;
  }

  #writeLeaf(label: Uint8Array): number {
    const address = this.#out.length;
    const entries = this.#entries;
    this.#head(entries.length * 2 + 1, label);
    entries.forEach((entry, i) => {
      if (i > 0) this.#out.varint(entries[i - 1].weight - entry.weight);
      this.#out.varint(entry.doc);
      if (i > 0 && isShownAlike(entries[i - 1], entry)) writeSameSurface(this.#out);
      else this.#out.appendRange(entry.bytes, entry.start, entry.end);
    });
    this.#keyCount++;
    this.#entryCount += entries.length;
    this.#mostEntries = Math.max(this.#mostEntries, entries.length);
    this.#entries = [];
    return address;
  }

  #writeBranch(branch: Branch, label: Uint8Array): number {
    const address = this.#out.length;
    const { children } = branch;
    const weight = weightOf(branch);
    this.#head(children.length * 2, label);
    this.#out.varint(children[0]?.byte === END ? 1 : 0);
    for (const child of children) {
      if (child.byte !== END) {
        this.#out.reserve(1);
        this.#out.array[this.#out.length++] = child.byte;
      }
      const lighter = weight - child.weight;
      this.#out.varint((address - child.address) * 2 + (lighter > 0 ? 1 : 0));
      if (lighter > 0) this.#out.varint(lighter);
    }
    return address;
  }

  #head(header: number, label: Uint8Array): void {
    this.#nodeCount++;
    this.#out.varint(header);
    this.#out.varint(label.length);
    this.#out.append(label);
  }
}

function isShownAlike(a: WrittenEntry, b: WrittenEntry): boolean {
  if (a.end - a.start !== b.end - b.start) return false;
  for (let i = 0; i < a.end - a.start; i++) {
    if (a.bytes[a.start + i] !== b.bytes[b.start + i]) return false;
  }
  return true;
}

function byteAt(key: Uint8Array, depth: number): number {
  return depth < key.length ? key[depth] : END;
}

function weightOf({ children }: Branch): number {
  let weight = 0;
  for (const child of children) weight = Math.max(weight, child.weight);
  return weight;
}

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  const least = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < least && a[shared] === b[shared]) shared++;
  return shared;
}
