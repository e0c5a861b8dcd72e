/**
 * Iterates over every key of a tree with its entries, in order. It ends on damaged trees too, since
 * it never visits more nodes than the tree has.
 */
import type { CompletionEntry, CompletionNode } from '../../../index/segment_reader.js';
import { corruptIndex } from '../../corrupt_index.js';
import { GrowableBytes } from '../../growable.js';
import { type CompletionTree, END } from './completion_tree.js';

interface Waiting {
  readonly byte: number;
  readonly address: number;
  readonly weight: number;
  /** Number of bytes of the key before `byte`. */
  readonly depth: number;
}

export class CompletionKeys {
  readonly tree: CompletionTree;
  readonly #key = new GrowableBytes();
  /** Nodes to visit, the next one last. */
  readonly #waiting: Waiting[] = [];
  readonly #segment: string;
  #nodes = 0;
  #leaf: CompletionNode | undefined;
  #weight = 0;

  constructor(tree: CompletionTree, segment: string) {
    this.tree = tree;
    this.#segment = segment;
    this.#expand(tree.root(), tree.greatestWeight);
  }

  /** Moves to the next key; false when there is none. */
  next(): boolean {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const node = this.tree.node(next.address);
      this.#key.length = next.depth;
      if (next.byte !== END) {
        this.#key.reserve(1);
        this.#key.array[this.#key.length++] = next.byte;
      }
      this.#key.appendRange(this.tree.bytes, node.labelStart, node.labelEnd);
      this.#count();
      if (node.isLeaf) {
        this.#leaf = node;
        this.#weight = next.weight;
        return true;
      }
      this.#expand(node, next.weight);
    }
    this.#leaf = undefined;
    return false;
  }

  /** The current key, valid until the next one. */
  get key(): Uint8Array {
    return this.#key.view();
  }

  *entries(): Iterable<CompletionEntry> {
    const leaf = this.#leaf;
    if (leaf === undefined) return;
    let entry: CompletionEntry | undefined;
    for (let i = 0; i < leaf.count; i++) {
      entry = this.tree.entry(leaf, this.#weight, entry);
      yield entry;
    }
  }

  #count(): void {
    if (++this.#nodes > this.tree.nodeCount) {
      throw corruptIndex('the completions have more nodes than they should', this.#segment);
    }
  }

  #expand(node: CompletionNode, weight: number): void {
    const children = this.tree.children(node);
    for (let i = children.length - 1; i >= 0; i--) {
      const { byte, address, lighter } = children[i];
      this.#waiting.push({ byte, address, weight: weight - lighter, depth: this.#key.length });
    }
  }
}
