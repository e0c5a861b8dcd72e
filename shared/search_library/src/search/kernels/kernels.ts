/**
 * The kernels of one thread: compiled ones if available, else the same sources as JavaScript. They
 * work in the thread's own lane of an arena, on one query at a time.
 */
import { assert } from '@skein/base';
import { OUT_DOCS } from '../../kernels/layout.js';
import * as javaScript from '../../kernels/main.js';
import { useMemory } from '../../kernels/memory.js';
import { LANE_BYTES, LANES } from '../../memory/arena.js';

/** The functions of `kernels/main.ts`. Addresses are from the start of the arena. */
export interface KernelFunctions {
  open(lane: number): void;
  conjunction(lane: number): number;
  disjunction(lane: number): number;
  countDisjunction(lane: number): number;
  tree(lane: number): number;
  addNodes(graph: number, from: number, to: number): number;
  searchGraph(graph: number): number;
  scanVectors(scan: number, from: number, to: number): void;
  walkTerms(walk: number): number;
  sumBlock(frame: number): void;
  assignBlock(frame: number): number;
  assignSteps(frame: number): number;
  keepMarked(frame: number): number;
  markInside(
    values: number,
    width: number,
    lower: number,
    upper: number,
    count: number,
    bits: number,
  ): void;
  /**
   * Unpacks blocks and values as codecs pack them. Exported for tests, because few of the widths
   * occur in an index of ordinary size.
   */
  unpack(start: number, bits: number, target: number): void;
  packedAt(address: number, bits: number, index: number): number;
  markDocs(
    list: number,
    width: number,
    from: number,
    to: number,
    bits: number,
    maxDoc: number,
  ): void;
}

export interface KernelsOptions {
  /** The content of `dist/kernels.wasm`; absent: JavaScript is used. */
  readonly wasm?: Uint8Array | undefined;
  /** The thread's lane, below `LANES`; no two working threads share one. */
  readonly lane?: number;
  /**
   * Segments with fewer documents are left to the scorers, which are as fast there and need no lane
   * memory.
   */
  readonly minDocs?: number;
}

const DEFAULT_MIN_DOCS = 1024;
const PAGE_BYTES = 64 * 1024;

export class Kernels {
  readonly minDocs: number;
  /** Start of the thread's lane in every arena. */
  readonly lane: number;
  /** The documents that a kernel found, while they are processed. */
  readonly stretch = new Uint32Array(OUT_DOCS);
  readonly #wasm: Uint8Array | undefined;
  #module: WebAssembly.Module | undefined;
  readonly #instances = new WeakMap<WebAssembly.Memory, KernelFunctions>();
  /**
   * The last workspace. It is freed by the garbage collector, which does not know its size; while
   * it exists, it is reused.
   */
  #workspace: WeakRef<WebAssembly.Memory> | undefined;

  constructor({ wasm, lane = 0, minDocs = DEFAULT_MIN_DOCS }: KernelsOptions = {}) {
    assert(lane < LANES, `there is no lane ${lane}`);
    this.minDocs = minDocs;
    this.lane = lane * LANE_BYTES;
    this.#wasm = wasm;
  }

  /** A memory for work outside an arena, valid until the next call. Its content is undefined. */
  workspace(bytes: number): WebAssembly.Memory {
    const spare = this.#workspace?.deref();
    if (spare !== undefined && spare.buffer.byteLength >= bytes) return spare;
    const pages = Math.ceil(bytes / PAGE_BYTES);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    this.#workspace = new WeakRef(memory);
    return memory;
  }

  /** The functions over a memory, valid until those of another memory are requested. */
  over(memory: WebAssembly.Memory): KernelFunctions {
    if (this.#wasm === undefined) {
      useMemory(memory.buffer);
      return javaScript;
    }
    const known = this.#instances.get(memory);
    if (known !== undefined) return known;
    this.#module ??= new WebAssembly.Module(this.#wasm);
    const instance = new WebAssembly.Instance(this.#module, { env: { memory } });
    // The module is compiled from `kernels/main.ts`, whose functions the interface lists.
    const functions = instance.exports as KernelFunctions;
    this.#instances.set(memory, functions);
    return functions;
  }
}
