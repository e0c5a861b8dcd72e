/** Finds the nodes at which keys begin with the requested prefix, in the requested contexts. */
import { latin1Decode } from '@skein/bytes';
import { DEAD } from '../../automaton/byte_automaton.js';
import { GrowableBytes } from '../../codec/growable.js';
import type { CompletionChild, CompletionNode, Completions } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import type { PrefixAutomaton } from './prefix_automaton.js';

/** Separates a context from the words of a key. */
export const CONTEXT_SEPARATOR = 0x1d;

export interface QueriedContext {
  /** The context as it stands in keys. */
  readonly context: Uint8Array;
  readonly boost: number;
  /** True if contexts that begin with this one count too. */
  readonly isPrefix: boolean;
}

export interface CompletionStart {
  readonly node: CompletionNode;
  /** The greatest weight below the node. */
  readonly weight: number;
  /** All bytes up to the node and its label. */
  readonly path: Uint8Array;
  /** Start of the words, after the context. */
  readonly wordsStart: number;
  readonly boost: number;
}

/** Memory of a start as an object, with its path. */
const START_BYTES = 256;
const MEMORY = '<completions>';

const KEY_END = [0, 0];

/** A position in the label of a node. */
interface Place {
  readonly node: CompletionNode;
  readonly weight: number;
  readonly at: number;
}

export function completionStarts(
  tree: Completions,
  automaton: PrefixAutomaton,
  contexts: readonly QueriedContext[] | undefined,
): readonly CompletionStart[] {
  const search = new StartSearch(tree, automaton);
  const root = tree.root();
  const place = { node: root, weight: tree.greatestWeight, at: root.labelStart };
  if (contexts === undefined) search.words(place, 0);
  else search.inContexts(place, new Contexts(contexts));
  return search.starts;
}

class StartSearch {
  readonly starts: CompletionStart[] = [];
  readonly #tree: Completions;
  readonly #automaton: PrefixAutomaton;
  readonly #path = new GrowableBytes();
  #contextBoost = 0;

  constructor(tree: Completions, automaton: PrefixAutomaton) {
    this.#tree = tree;
    this.#automaton = automaton;
  }

  words(place: Place, boost: number): void {
    this.#contextBoost = boost;
    const wordsStart = this.#path.length;
    if (this.#automaton.accepts(0)) this.#found(place, wordsStart);
    else this.#walk(place, 0, wordsStart);
  }

  #walk({ node, weight, at: from }: Place, start: number, wordsStart: number): void {
    const { bytes } = this.#tree;
    let state = start;
    for (let at = from; at < node.labelEnd; at++) {
      state = this.#automaton.step(state, bytes[at]);
      if (state === DEAD) return;
      this.#push(bytes[at]);
      if (this.#automaton.accepts(state)) {
        this.#found({ node, weight, at: at + 1 }, wordsStart);
        return;
      }
    }
    if (node.isLeaf) {
      if (this.#acceptsEnd(state)) this.#found({ node, weight, at: node.labelEnd }, wordsStart);
      return;
    }
    const { length } = this.#path;
    for (const child of this.#tree.children(node)) {
      if (child.byte < 0) {
        this.#walkEnd(child, state, { weight, wordsStart });
        continue;
      }
      const next = this.#automaton.step(state, child.byte);
      if (next === DEAD) continue;
      this.#push(child.byte);
      const below = this.#tree.node(child.address);
      const place = { node: below, weight: weight - child.lighter, at: below.labelStart };
      if (this.#automaton.accepts(next)) this.#found(place, wordsStart);
      else this.#walk(place, next, wordsStart);
      this.#path.length = length;
    }
  }

  #walkEnd(
    { address, lighter }: CompletionChild,
    state: number,
    { weight, wordsStart }: { readonly weight: number; readonly wordsStart: number },
  ): void {
    if (!this.#acceptsEnd(state)) return;
    const node = this.#tree.node(address);
    this.#found({ node, weight: weight - lighter, at: node.labelEnd }, wordsStart);
  }

  /** In Lucene's automata keys continue with two end bytes, which an expression may match too. */
  #acceptsEnd(state: number): boolean {
    let next = state;
    for (const byte of KEY_END) {
      next = this.#automaton.step(next, byte);
      if (next === DEAD) return false;
      if (this.#automaton.accepts(next)) return true;
    }
    return false;
  }

  /** Visits each requested context of the tree, and the words after it. */
  inContexts({ node, weight, at: from }: Place, contexts: Contexts): void {
    const { bytes } = this.#tree;
    for (let at = from; at < node.labelEnd; at++) {
      if (!this.#contextByte(bytes[at], { node, weight, at: at + 1 }, contexts)) return;
    }
    if (node.isLeaf) return;
    const { length } = this.#path;
    for (const child of this.#tree.children(node)) {
      if (child.byte < 0) continue;
      const below = this.#tree.node(child.address);
      const place = { node: below, weight: weight - child.lighter, at: below.labelStart };
      if (this.#contextByte(child.byte, place, contexts)) this.inContexts(place, contexts);
      this.#path.length = length;
    }
  }

  /** True if the context may continue; `place` is the position after the byte. */
  #contextByte(byte: number, place: Place, contexts: Contexts): boolean {
    if (byte === CONTEXT_SEPARATOR) {
      const boost = contexts.boostOf(this.#path.view());
      this.#push(byte);
      if (boost !== undefined) this.words(place, boost);
      return false;
    }
    this.#push(byte);
    return contexts.mayBegin(this.#path.view());
  }

  #push(byte: number): void {
    this.#path.reserve(1);
    this.#path.array[this.#path.length++] = byte;
  }

  #found({ node, weight, at }: Place, wordsStart: number): void {
    const accepted = this.#path.length;
    const own = this.#automaton.boost(this.#path.array, wordsStart, accepted);
    this.#path.appendRange(this.#tree.bytes, at, node.labelEnd);
    const path = this.#path.view().slice();
    this.#path.length = accepted;
    takeMemory(START_BYTES + path.length, MEMORY);
    const boost = Math.fround(this.#contextBoost + own);
    this.starts.push({ node, weight, path, wordsStart, boost });
  }
}

/** The requested contexts; of equal ones the last counts. */
class Contexts {
  readonly #byText: ReadonlyMap<string, QueriedContext>;
  /** Ascending. */
  readonly #texts: readonly string[];
  /** The lengths of the contexts, the greatest first. */
  readonly #lengths: readonly number[];

  constructor(contexts: readonly QueriedContext[]) {
    this.#byText = new Map(contexts.map((one) => [latin1Decode(one.context), one]));
    this.#texts = [...this.#byText.keys()].sort();
    const lengths = new Set(this.#texts.map(({ length }) => length));
    this.#lengths = [...lengths].sort((a, b) => b - a);
  }

  mayBegin(path: Uint8Array): boolean {
    const text = latin1Decode(path);
    const next = this.#texts[this.#countBefore(text)];
    if (next?.startsWith(text) === true) return true;
    return this.#begunBy(text).some(({ isPrefix }) => isPrefix);
  }

  /**
   * The boost of the longest context that `path` begins with, even if that one is no prefix
   * context; `undefined`: the path is not requested.
   */
  boostOf(path: Uint8Array): number | undefined {
    const text = latin1Decode(path);
    const begun = this.#begunBy(text);
    const isWanted = this.#byText.has(text) || begun.some(({ isPrefix }) => isPrefix);
    return isWanted ? begun[0].boost : undefined;
  }

  /** The contexts that the text begins with, the longest first. */
  #begunBy(text: string): readonly QueriedContext[] {
    return this.#lengths.flatMap((length) => {
      const found = length <= text.length ? this.#byText.get(text.slice(0, length)) : undefined;
      return found === undefined ? [] : [found];
    });
  }

  #countBefore(text: string): number {
    let low = 0;
    let high = this.#texts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#texts[middle] < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
