/**
 * Builds a graph with kernels, in a memory of its own. Levels are derived from a seed and the
 * node's number, so the same vectors in the same order give the same graph, byte by byte, whichever
 * kernels build it.
 */
import { assert } from '@skein/base';
import {
  FOUND,
  G_BASE_NEAR,
  G_ENTRY,
  G_LEVELS,
  G_TOP,
  G_UPPER_NEAR,
  GRAPH_FRAME_BYTES,
  HEAP_ENTRY_BYTES,
} from '../kernels/graph_layout.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { writeGraphFrame } from './graph_frame.js';
import type { VectorCodes } from './vector_codes.js';
import { NO_LINKS, type VectorGraph } from './vector_graph.js';
import type { GraphOptions, VectorSpace } from './vector_spec.js';

/** Higher levels are useless: with 16 links per node, this level reaches 2^64 nodes. */
const MAX_LEVEL = 15;
const PAGE_BYTES = 64 * 1024;
const MAX_MEMORY_BYTES = 65535 * PAGE_BYTES;
const FRAME = 64;
/** Nodes that one kernel call adds. */
const STEP = 256;

export interface GraphBuild {
  readonly vectors: VectorCodes;
  readonly space: VectorSpace;
  readonly options: GraphOptions;
  readonly seed: number;
  readonly kernels: Kernels;
  /** Called often; throws to cancel the build. */
  readonly checkpoint: () => void;
}

/** Returns `undefined` if vectors and links do not fit into one memory. */
export function buildGraph(build: GraphBuild): VectorGraph | undefined {
  const { vectors, options, seed, kernels, checkpoint } = build;
  const { count } = vectors;
  const levels = levelsOf(count, options.m, seed);
  const { starts, words } = startsOf(levels, options.m);
  const places = placesOf(build, words);
  if (places.end > MAX_MEMORY_BYTES) return undefined;
  const memory = kernels.workspace(places.end);
  writeBuild(build, memory, places, { levels, starts });
  const functions = kernels.over(memory);
  for (let from = 0; from < count; from += STEP) {
    checkpoint();
    const answer = functions.addNodes(FRAME, from, Math.min(count, from + STEP));
    assert(answer === FOUND, `a graph of [${count}] nodes ended with [${answer}]`);
  }
  const view = new DataView(memory.buffer);
  const wordsAt = (at: number, length: number) =>
    new Uint32Array(memory.buffer, at, length).slice();
  return {
    ...options,
    entry: view.getInt32(FRAME + G_ENTRY, true),
    top: view.getInt32(FRAME + G_TOP, true),
    base: wordsAt(places.base, count * (1 + 2 * options.m)),
    starts,
    upper: wordsAt(places.upper, words),
  };
}

type Places = Readonly<Record<(typeof PLACES)[number] | 'end', number>>;

const PLACES = [
  'factors',
  'biases',
  'base',
  'baseNear',
  'starts',
  'upper',
  'upperNear',
  'seen',
  'candidates',
  'results',
  'levels',
  'codes',
] as const;

/** Lays out the build's memory. */
function placesOf({ vectors, options }: GraphBuild, upperWords: number): Places {
  const { count, dimension } = vectors;
  const baseBytes = 4 * count * (1 + 2 * options.m);
  const lengths: Record<(typeof PLACES)[number], number> = {
    factors: 4 * count,
    biases: 4 * count,
    base: baseBytes,
    baseNear: baseBytes,
    starts: 4 * count,
    upper: 4 * upperWords,
    upperNear: 4 * upperWords,
    seen: 4 * count,
    // A search visits each node as a candidate at most once.
    candidates: HEAP_ENTRY_BYTES * count,
    results: HEAP_ENTRY_BYTES * (options.efConstruction + 1),
    levels: count,
    codes: count * dimension,
  };
  const places = { ...lengths, end: 0 };
  let at = FRAME + GRAPH_FRAME_BYTES;
  for (const name of PLACES) {
    places[name] = at;
    at = Math.ceil((at + lengths[name]) / 16) * 16;
  }
  places.end = at + PAGE_BYTES;
  return places;
}

interface Levels {
  readonly levels: Uint8Array;
  readonly starts: Uint32Array;
}

function writeBuild(
  { vectors, space, options }: GraphBuild,
  { buffer }: WebAssembly.Memory,
  places: Places,
  { levels, starts }: Levels,
): void {
  const { count, dimension, codes, factors, biases } = vectors;
  const view = new DataView(buffer);
  // The memory may have been used before.
  new Uint8Array(buffer, 0, places.codes).fill(0);
  writeGraphFrame(view, FRAME, {
    ...places,
    dimension,
    count,
    isL2: space === 'l2',
    m: options.m,
    entry: -1,
    top: 0,
    upperWords: (places.upperNear - places.upper) >>> 2,
    ef: options.efConstruction,
    visitLimit: Number.POSITIVE_INFINITY,
    candidateLimit: count,
  });
  view.setUint32(FRAME + G_LEVELS, places.levels, true);
  view.setUint32(FRAME + G_BASE_NEAR, places.baseNear, true);
  view.setUint32(FRAME + G_UPPER_NEAR, places.upperNear, true);
  new Float32Array(buffer, places.factors, count).set(factors);
  new Float32Array(buffer, places.biases, count).set(biases);
  new Uint32Array(buffer, places.starts, count).set(starts);
  new Uint8Array(buffer, places.levels, count).set(levels);
  new Int8Array(buffer, places.codes, codes.length).set(codes);
}

/** Start of the links of each node above level 0, and the number of words they take together. */
function startsOf(levels: Uint8Array, m: number): { starts: Uint32Array; words: number } {
  const starts = new Uint32Array(levels.length);
  let words = 0;
  for (let node = 0; node < levels.length; node++) {
    starts[node] = levels[node] === 0 ? NO_LINKS : words;
    words += levels[node] * (1 + m);
  }
  return { starts, words };
}

/** The level of each node: each level has 1 / m of the nodes of the one below. */
function levelsOf(count: number, m: number, seed: number): Uint8Array {
  const levels = new Uint8Array(count);
  const scale = 1 / Math.log(Math.max(2, m));
  for (let node = 0; node < count; node++) {
    const random = (mix(seed ^ Math.imul(node + 1, 0x9e3779b9)) + 1) / 2 ** 32;
    levels[node] = Math.min(MAX_LEVEL, Math.floor(-Math.log(random) * scale));
  }
  return levels;
}

/** The finalizer of MurmurHash3: every bit of the input affects every bit of the result. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
