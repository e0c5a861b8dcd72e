/**
 * The kernels of one thread: compiled ones when there are, else the same sources as JavaScript. They work in a lane of an arena that is the thread's
 * own; one query at a time.
 */
import { assert } from '@skein/base';
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
  dotBytes(a: number, b: number, count: number): number;
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

export class Kernels {
  readonly minDocs: number;
  /** Where the thread's lane starts in every arena. */
  readonly lane: number;
  readonly #module: WebAssembly.Module | undefined;
  readonly #instances = new WeakMap<WebAssembly.Memory, KernelFunctions>();

  constructor({ wasm, lane = 0, minDocs = DEFAULT_MIN_DOCS }: KernelsOptions = {}) {
    assert(lane < LANES, `there is no lane ${lane}`);
    this.minDocs = minDocs;
    this.lane = lane * LANE_BYTES;
    this.#module = wasm && new WebAssembly.Module(wasm);
  }

  /** Whether they run as vector instructions. */
  get isCompiled(): boolean {
    return this.#module !== undefined;
  }

  /** Valid until the functions of another memory are asked for. */
  over(memory: WebAssembly.Memory): KernelFunctions {
    if (this.#module === undefined) {
      useMemory(memory.buffer);
      return javaScript;
    }
    const known = this.#instances.get(memory);
    if (known !== undefined) return known;
    const instance = new WebAssembly.Instance(this.#module, { env: { memory } });
    const functions = instance.exports as KernelFunctions;
    this.#instances.set(memory, functions);
    return functions;
  }
}
