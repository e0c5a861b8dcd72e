/**
 * Returns the completions of a tree, best first. Nodes wait in order of the best score below them,
 * so that little more than the returned completions is read.
 */
import { utf8Decode } from '@skein/bytes';
import { corruptIndex } from '../../codec/corrupt_index.js';
import { readSurface } from '../../codec/v1/completions/surface_form.js';
import type { CompletionEntry, CompletionNode, Completions } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import { CONTEXT_SEPARATOR, type CompletionStart } from './completion_starts.js';

export interface FoundCompletion {
  readonly doc: number;
  /** The visible form of the input. */
  readonly surface: string;
  readonly score: number;
  /** The context of its key; absent: keys have no contexts. */
  readonly context: string | undefined;
}

/** The score of Lucene's CompletionScorer, in float. */
function scoreOf(weight: number, boost: number): number {
  const float = Math.fround(weight);
  if (boost === 0) return float;
  return float === 0 ? boost : Math.fround(float * boost);
}

/** An element that waits: a node, or an entry of a leaf. */
interface Waiting {
  readonly score: number;
  /** Address of the node: of nodes with equal scores, the lower address has the lower key. */
  readonly address: number;
  readonly weight: number;
  readonly start: CompletionStart;
  /** The path from the start's node. */
  readonly above: Waiting | undefined;
  readonly byte: number;
  /** Absent until the node is read. */
  node: CompletionNode | undefined;
  /** For a leaf that was read: its next entry, and the number of entries after it. */
  readonly entry: CompletionEntry | undefined;
  readonly entriesLeft: number;
}

const WAITING_BYTES = 128;
const MEMORY = '<completions>';
const POPS_PER_CHECK = 256;

export class BestCompletions {
  readonly #tree: Completions;
  readonly #checkCancelled: () => void;
  /** A heap with the best on top. */
  readonly #heap: Waiting[] = [];
  #pops = 0;

  constructor(tree: Completions, starts: readonly CompletionStart[], checkCancelled: () => void) {
    this.#tree = tree;
    this.#checkCancelled = checkCancelled;
    for (const start of starts) {
      const { node, weight, boost } = start;
      this.#add({
        score: scoreOf(weight, boost),
        address: node.address,
        weight,
        start,
        above: undefined,
        byte: -1,
        node,
        entry: undefined,
        entriesLeft: 0,
      });
    }
  }

  /** The next completion that `accepts` does not reject; `undefined`: there are no more. */
  next(accepts: (doc: number) => boolean): FoundCompletion | undefined {
    for (let best = this.#pop(); best !== undefined; best = this.#pop()) {
      if (++this.#pops % POPS_PER_CHECK === 0) this.#checkCancelled();
      const { entry } = best;
      if (entry === undefined) {
        this.#expand(best);
        continue;
      }
      this.#addEntry(best, best.entriesLeft);
      if (accepts(entry.doc)) return this.#found(best, entry);
    }
    return undefined;
  }

  #expand(waiting: Waiting): void {
    waiting.node ??= this.#tree.node(waiting.address);
    const { node, weight, start } = waiting;
    if (node.isLeaf) {
      this.#addEntry(waiting, node.count);
      return;
    }
    if (this.#pops > 2 * this.#tree.nodeCount + this.#tree.entryCount) throw damaged();
    const children = this.#tree.children(node);
    takeMemory(children.length * WAITING_BYTES, MEMORY);
    for (const { byte, address, lighter } of children) {
      const own = weight - lighter;
      this.#add({
        score: scoreOf(own, start.boost),
        address,
        weight: own,
        start,
        above: waiting,
        byte,
        node: undefined,
        entry: undefined,
        entriesLeft: 0,
      });
    }
  }

  /** Adds the next entry of a leaf. */
  #addEntry(waiting: Waiting, count: number): void {
    const { node, entry: before, weight, start } = waiting;
    if (count === 0 || node === undefined) return;
    const entry = this.#tree.entry(node, weight, before);
    const score = scoreOf(entry.weight, start.boost);
    this.#add({ ...waiting, score, entry, entriesLeft: count - 1 });
  }

  #found(waiting: Waiting, { doc, surfaceStart, surfaceEnd }: CompletionEntry): FoundCompletion {
    const key = this.#keyOf(waiting);
    const { wordsStart } = waiting.start;
    const encoded = this.#tree.bytes.slice(surfaceStart, surfaceEnd);
    const context =
      wordsStart === 0 || key[wordsStart - 1] !== CONTEXT_SEPARATOR
        ? undefined
        : utf8Decode(key.subarray(0, wordsStart - 1));
    const surface = readSurface(encoded, key.subarray(wordsStart));
    return { doc, surface, score: waiting.score, context };
  }

  #keyOf(waiting: Waiting): Uint8Array {
    const { bytes } = this.#tree;
    const steps: Waiting[] = [];
    let length = waiting.start.path.length;
    for (let at: Waiting | undefined = waiting; at?.above !== undefined; at = at.above) {
      if (at.node === undefined) throw damaged();
      length += (at.byte < 0 ? 0 : 1) + at.node.labelEnd - at.node.labelStart;
      steps.push(at);
    }
    const key = new Uint8Array(length);
    key.set(waiting.start.path);
    let at = waiting.start.path.length;
    for (const { byte, node } of steps.reverse()) {
      if (node === undefined) throw damaged();
      if (byte >= 0) key[at++] = byte;
      for (let i = node.labelStart; i < node.labelEnd; i++) key[at++] = bytes[i];
    }
    return key;
  }

  #add(waiting: Waiting): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(waiting);
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!isBefore(waiting, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = waiting;
  }

  #pop(): Waiting | undefined {
    const heap = this.#heap;
    const best = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return best;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], last)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return best;
  }
}

function isBefore(a: Waiting, b: Waiting): boolean {
  return a.score === b.score ? a.address < b.address : a.score > b.score;
}

function damaged() {
  return corruptIndex('the completions are damaged', 'completions');
}
