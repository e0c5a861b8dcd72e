/**
 * The vectors of a field: the values as they came, one per document, and for graphs one byte per
 * component beside them. FILE_FORMATS.md has the byte layout; `src/vectors` explains its meaning.
 */
import type { VectorColumn } from '../../index/segment_reader.js';
import { buildGraph, type GraphBuild } from '../../vectors/graph_builder.js';
import { quantize, type VectorCodes, weightsOf } from '../../vectors/vector_codes.js';
import type { VectorGraph } from '../../vectors/vector_graph.js';
import type { VectorElement, VectorSpec, VectorValues } from '../../vectors/vector_spec.js';
import { corruptIndex } from '../corrupt_index.js';
import { freeMemory } from '../free_memory.js';
import { GrowableU32 } from '../growable.js';
import { hashBytes } from '../hash_bytes.js';
import { bytesOf, type OpenPart, PART, type PartData, wordsOf } from './segment_file.js';
import { vectorMeta, vectorSpecOf } from './vector_meta.js';

/** Far above the levels of any graph, since each level is rarer by a constant factor. */
const MAX_LEVEL = 64;
/** With fewer vectors, scanning all of them is cheaper than searching a graph. */
const MIN_GRAPH_VECTORS = 1024;

/** The kernels that build graphs, and a function called often meanwhile, which throws to cancel. */
type GraphBuilding = Pick<GraphBuild, 'kernels' | 'checkpoint'>;

/** The collected vectors of a field, as plain data. */
export interface FrozenVectors {
  readonly docs: Uint32Array<ArrayBuffer>;
  readonly values: VectorValues;
}

/** Collects a field's vectors in document order. */
export class VectorsBuilder {
  readonly #spec: VectorSpec;
  readonly #docs: GrowableU32;
  #values: VectorValues;

  /** `frozen`: the vectors of another builder, whose memory this one takes over. */
  constructor(spec: VectorSpec, frozen?: FrozenVectors) {
    this.#spec = spec;
    this.#docs = GrowableU32.of(frozen?.docs);
    this.#values = frozen?.values ?? newValues(spec.element, 0);
  }

  /** The vectors as plain data. The builder cannot be used afterwards. */
  freeze(): FrozenVectors {
    return { docs: this.#docs.view(), values: this.#values };
  }

  get capacityBytes(): number {
    return this.#docs.capacityBytes + this.#values.byteLength;
  }

  add(doc: number, vector: VectorValues): void {
    const { dimension, element } = this.#spec;
    const start = this.#docs.length * dimension;
    if (start + dimension > this.#values.length) {
      const values = newValues(element, Math.max(start + dimension, this.#values.length * 2));
      values.set(this.#values);
      freeMemory(this.#values);
      this.#values = values;
    }
    this.#values.set(vector, start);
    this.#docs.push(doc);
  }

  finish(maxDoc: number, field: string, building: GraphBuilding): PartData[] {
    const spec = this.#spec;
    const count = this.#docs.length;
    const docs = count === maxDoc ? new Uint32Array(0) : this.#docs.view().slice();
    const values = this.#values.subarray(0, count * spec.dimension);
    const hasGraph = spec.graph !== undefined && count >= MIN_GRAPH_VECTORS;
    const graph = hasGraph ? graphPart(spec, values, field, building) : [];
    this.#docs.release();
    return [{ code: PART.vectors, meta: vectorMeta(spec), sections: [docs, values] }, ...graph];
  }
}

function newValues(element: VectorElement, length: number): VectorValues {
  return element === 'float' ? new Float32Array(length) : new Int8Array(length);
}

/**
 * Builds a graph. The field's name is the seed, so the same vectors of the same field give the same
 * graph.
 */
function graphPart(
  spec: VectorSpec,
  values: VectorValues,
  field: string,
  building: GraphBuilding,
): PartData[] {
  const { dimension, space, graph: options } = spec;
  if (options === undefined) return [];
  const vectors = codesOf(spec, values);
  const name = new TextEncoder().encode(field);
  const seed = hashBytes(name, 0, name.length);
  const graph = buildGraph({ vectors, space, options, seed, ...building });
  if (graph === undefined) return [];
  const codes = values instanceof Int8Array ? new Int8Array(0) : vectors.codes;
  const { base, starts, upper } = graph;
  return [
    {
      code: PART.vectorGraph,
      meta: [graph.entry, graph.top, dimension],
      sections: [codes, vectors.factors, vectors.biases, base, starts, upper],
    },
  ];
}

function codesOf({ dimension, space }: VectorSpec, values: VectorValues): VectorCodes {
  const count = values.length / dimension;
  const codes = values instanceof Int8Array ? values : new Int8Array(values.length);
  const factors = new Float32Array(count);
  const biases = new Float32Array(count);
  for (let node = 0; node < count; node++) {
    const vector = values.subarray(node * dimension, (node + 1) * dimension);
    const scale = values instanceof Int8Array ? 1 : quantize(vector, codes, node * dimension);
    [factors[node], biases[node]] = weightsOf(space, vector, scale);
  }
  return { dimension, count, codes, factors, biases };
}

export class VectorColumnReader implements VectorColumn {
  readonly spec: VectorSpec;
  readonly count: number;
  readonly codes: VectorCodes | undefined;
  readonly graph: VectorGraph | undefined;
  /** Document of each vector, ascending; empty when all documents have one. */
  readonly #docs: Uint32Array;
  readonly values: VectorValues;

  constructor(part: OpenPart, graphPart: OpenPart | undefined) {
    this.spec = vectorSpecOf(part.meta);
    const { dimension, element, graph: options } = this.spec;
    this.#docs = wordsOf(part, 0);
    const { offset, length } = part.sections[1];
    this.values =
      element === 'float'
        ? new Float32Array(part.buffer, offset, length >>> 2)
        : new Int8Array(part.buffer, offset, length);
    this.count = this.values.length / dimension;
    if (!(dimension >= 1) || !Number.isInteger(this.count)) {
      throw corruptIndex(`vectors of dimension [${dimension}]`, part.name);
    }
    if (graphPart === undefined || options === undefined) return;
    this.codes = this.#openCodes(graphPart);
    const [entry, top] = graphPart.meta;
    if (!(top >= 0 && top <= MAX_LEVEL && entry < this.count)) {
      throw corruptIndex('a graph begins outside of itself', part.name);
    }
    const words = (section: number) => wordsOf(graphPart, section);
    const graph = { ...options, entry, top, base: words(3), starts: words(4), upper: words(5) };
    // Kernels do not check the ends of lists.
    const { codes, factors, biases } = this.codes;
    const isWhole =
      codes.length === this.count * dimension &&
      [factors, biases, graph.starts].every(({ length }) => length === this.count) &&
      graph.base.length === this.count * (1 + 2 * graph.m);
    if (!isWhole) throw corruptIndex('a graph that is not that of its vectors', part.name);
    this.graph = graph;
  }

  #openCodes(part: OpenPart): VectorCodes {
    const bytes = bytesOf(part, 0);
    const floats = (section: number) => {
      const { offset, length } = part.sections[section];
      return new Float32Array(part.buffer, offset, length >>> 2);
    };
    return {
      dimension: this.spec.dimension,
      count: this.count,
      codes:
        this.values instanceof Int8Array
          ? this.values
          : new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      factors: floats(1),
      biases: floats(2),
    };
  }

  has(doc: number): boolean {
    return this.nodeOf(doc) >= 0;
  }

  nodeOf(doc: number): number {
    const docs = this.#docs;
    if (docs.length === 0) return doc < this.count ? doc : -1;
    let low = 0;
    let high = docs.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (docs[middle] < doc) low = middle + 1;
      else if (docs[middle] > doc) high = middle - 1;
      else return middle;
    }
    return -1;
  }

  docOf(node: number): number {
    return this.#docs.length === 0 ? node : this.#docs[node];
  }
}
