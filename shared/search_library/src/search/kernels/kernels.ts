/**
 * The kernels of one thread: compiled ones when there are, else the same sources as JavaScript. They work in a lane of an arena that is the thread's
 * own; one query at a time.
 */
import { assert } from '@skein/base';
import { OUT_DOCS } from '../../kernels/layout.js';
import * as javaScript from '../../kernels/main.js';
import { useMemory } from '../../kernels/memory.js';
import { LANE_BYTES, LANES } from '../../memory/arena.js';

/** `kernels/main.ts`. Addresses are from the start of the arena. */
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
  /** Blocks and values as codecs pack them; exported because few of the widths occur in an index of ordinary size. */
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
  /** `dist/kernels.wasm`; absent: JavaScript. */
  readonly wasm?: Uint8Array | undefined;
  /** Below `LANES`; no two threads at work have the same. */
  readonly lane?: number;
  /** Segments of fewer documents are left to the scorers: they cost nothing there, and a lane's memory here. */
  readonly minDocs?: number;
}

const DEFAULT_MIN_DOCS = 1024;
const PAGE_BYTES = 64 * 1024;

export class Kernels {
  readonly minDocs: number;
  /** Where the thread's lane starts in every arena. */
  readonly lane: number;
  /** Documents that a kernel found, while somebody looks at them. */
  readonly stretch = new Uint32Array(OUT_DOCS);
  readonly #wasm: Uint8Array | undefined;
  #module: WebAssembly.Module | undefined;
  readonly #instances = new WeakMap<WebAssembly.Memory, KernelFunctions>();
  /** Given back with the garbage, which knows nothing of its size: one that is still there serves again. */
  #workspace: WeakRef<WebAssembly.Memory> | undefined;

  constructor({ wasm, lane = 0, minDocs = DEFAULT_MIN_DOCS }: KernelsOptions = {}) {
    assert(lane < LANES, `there is no lane ${lane}`);
    this.minDocs = minDocs;
    this.lane = lane * LANE_BYTES;
    this.#wasm = wasm;
  }

  /** A memory for work that has nothing to do with an arena, until the next is asked for; what is in it is of no account. */
  workspace(bytes: number): WebAssembly.Memory {
    const spare = this.#workspace?.deref();
    if (spare !== undefined && spare.buffer.byteLength >= bytes) return spare;
    const pages = Math.ceil(bytes / PAGE_BYTES);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    this.#workspace = new WeakRef(memory);
    return memory;
  }

  /** Valid until the functions of another memory are asked for. */
  over(memory: WebAssembly.Memory): KernelFunctions {
    if (this.#wasm === undefined) {
      useMemory(memory.buffer);
      return javaScript;
    }
    const known = this.#instances.get(memory);
    if (known !== undefined) return known;
    this.#module ??= new WebAssembly.Module(this.#wasm);
    const instance = new WebAssembly.Instance(this.#module, { env: { memory } });
    const functions = instance.exports as KernelFunctions;
    this.#instances.set(memory, functions);
    return functions;
  }
}
