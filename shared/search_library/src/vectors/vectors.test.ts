/**
 * Compares vector search with a scan of all vectors, through the real writer: flushes, deletes and
 * merges.
 */

import fc from 'fast-check';
import { checkIndex } from '../check/check_index.js';
import type { FieldSpec } from '../document/field_spec.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import { IndexWriter } from '../index/index_writer.js';
import { openSegments } from '../index/open_segments.js';
import { fieldSpec } from '../index/testing/field_spec.js';
import { FOUND, GAVE_UP } from '../kernels/graph_layout.js';
import { createSearcher } from '../search/create_searcher.js';
import type { IndexSearcher } from '../search/index_searcher.js';
import { type KernelFunctions, Kernels } from '../search/kernels/kernels.js';
import { compiledKernels } from '../search/kernels/testing/compiled_kernels.js';
import { knnQuery, vectorThresholdQuery } from '../search/queries/knn.js';
import { numberRangeQuery } from '../search/queries/number_range.js';
import { lcg } from '../search/testing/lcg.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { NO_LINKS, type VectorGraph } from './vector_graph.js';
import { vectorScore } from './vector_score.js';
import type { VectorSpace, VectorSpec, VectorValues } from './vector_spec.js';

const none = fieldSpec('');
const NUMBER: FieldSpec = { ...none, name: 'n', column: 'long', points: true };
const SPACES: readonly VectorSpace[] = ['l2', 'cosine', 'dot', 'inner_product'];

function vectorSpec(changes: Partial<VectorSpec> = {}): VectorSpec {
  return {
    dimension: 8,
    space: 'l2',
    element: 'float',
    graph: { m: 8, efConstruction: 60 },
    ...changes,
  };
}

function document(
  n: number,
  vector: VectorSpec,
  value: VectorValues | undefined,
): IndexableDocument {
  const spec: FieldSpec = { ...none, name: 'v', column: 'vector', vector };
  return {
    stored: { id: String(n), routing: undefined, source: undefined, fields: undefined },
    fields: [
      { kind: 'number', spec: NUMBER, value: n },
      ...(value ? [{ kind: 'vector', spec, value } as const] : []),
    ],
    version: 1,
    seqNo: n,
    primaryTerm: 1,
  };
}

/** The numbers of the hits. */
function hitsOf(searcher: IndexSearcher, query: Parameters<IndexSearcher['topDocs']>[0]) {
  const { hits } = searcher.topDocs(query, { size: 1000, totalHitsThreshold: 0 });
  return hits.map(({ doc, score }) => {
    const place = searcher.locate(doc);
    return { n: place.segment.numbers('n')?.value(place.doc, 0) ?? -1, score };
  });
}

interface Built {
  readonly directory: MemoryDirectory;
  readonly writer: IndexWriter;
  readonly vectors: readonly VectorValues[];
}

function randomVector(random: () => number, { dimension, element, space }: VectorSpec) {
  if (element === 'byte') {
    return Int8Array.from({ length: dimension }, () => Math.floor(random() * 255) - 127);
  }
  const vector = Float32Array.from({ length: dimension }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return space === 'dot' ? vector.map((value) => value / length) : vector;
}

const compiled = new Kernels({ wasm: compiledKernels() });
const plain = new Kernels();

function build(count: number, spec: VectorSpec, flushEvery: number, kernels = compiled): Built {
  const random = lcg(count);
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, { kernels });
  const vectors: VectorValues[] = [];
  for (let n = 0; n < count; n++) {
    const vector = randomVector(random, spec);
    vectors.push(vector);
    writer.addDocument(document(n, spec, vector));
    if (n % flushEvery === flushEvery - 1) writer.refresh();
  }
  writer.refresh();
  return { directory, writer, vectors };
}

function searcherOf({ directory, writer }: Built, kernels?: Kernels): IndexSearcher {
  return createSearcher(openSegments(writer.snapshot(), directory), { kernels });
}

/** All vectors that count, best first. */
function ranked(
  spec: VectorSpec,
  { vectors }: Built,
  query: VectorValues,
  counts: (n: number) => boolean,
) {
  return vectors
    .map((vector, n) => ({ n, score: vectorScore(spec, query, vector) }))
    .filter(({ n }) => counts(n))
    .sort((a, b) => b.score - a.score || a.n - b.n);
}

test.each(SPACES)('%s: without a graph the nearest are found exactly', (space) => {
  fc.assert(
    fc.property(
      fc.constantFrom('float', 'byte'),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat({ max: 100 }),
      (element, count, k, except) => {
        const spec = vectorSpec({ space, element, graph: undefined });
        const built = build(count, spec, 37);
        if (count > 1) built.writer.deleteDocuments(String(except % count));
        built.writer.refresh();
        const vector = randomVector(lcg(except), spec);
        const lives = (n: number) => count === 1 || n !== except % count;
        const found = hitsOf(searcherOf(built), knnQuery({ field: 'v', vector, k, candidates: k }));
        expect(found).toEqual(ranked(spec, built, vector, lives).slice(0, k));
      },
    ),
    { numRuns: 40 },
  );
});

const COUNT = 2200;

describe.each(SPACES)('%s with a graph', (space) => {
  const spec = vectorSpec({ space });
  let built: Built;
  beforeAll(() => {
    built = build(COUNT, spec, COUNT / 2);
  });
  const queries = Array.from({ length: 30 }, (_, i) => randomVector(lcg(i + 1), spec));

  function recall(counts: (n: number) => boolean, search: (vector: VectorValues) => number[]) {
    let hits = 0;
    let wanted = 0;
    for (const query of queries) {
      const best = ranked(spec, built, query, counts).slice(0, 10);
      const found = new Set(search(query));
      for (const n of found) expect(counts(n)).toBe(true);
      wanted += best.length;
      hits += best.filter(({ n }) => found.has(n)).length;
    }
    return hits / wanted;
  }

  test('nearly all of the nearest are found; merging and deleting keep that', () => {
    const find = (vector: VectorValues) =>
      hitsOf(
        searcherOf(built, compiled),
        knnQuery({ field: 'v', vector, k: 10, candidates: 100 }),
      ).map(({ n }) => n);
    expect(recall(() => true, find)).toBeGreaterThan(0.95);
    for (let n = 0; n < COUNT; n += 3) built.writer.deleteDocuments(String(n));
    built.writer.refresh();
    const lives = (n: number) => n % 3 !== 0;
    expect(recall(lives, find)).toBeGreaterThan(0.95);
    built.writer.forceMerge(1, false);
    built.writer.refresh();
    expect(searcherOf(built).segments[0]?.vectors('v')?.graph).toBeDefined();
    expect(recall(lives, find)).toBeGreaterThan(0.95);
    built.writer.commit({});
    expect(checkIndex(built.directory).problems).toEqual([]);
  });

  test.each([COUNT, 800, 40, 3])('a filter that lets [%i] pass is obeyed', (upper) => {
    const filter = numberRangeQuery('n', 0, upper - 1);
    const lives = (n: number) => n < upper && n % 3 !== 0;
    const found = recall(lives, (vector) =>
      hitsOf(
        searcherOf(built, compiled),
        knnQuery({ field: 'v', vector, k: 10, candidates: 100, filter }),
      ).map(({ n }) => n),
    );
    expect(found).toBeGreaterThan(0.95);
  });
});

test('a threshold gives all that reach it', () => {
  const spec = vectorSpec({ space: 'cosine' });
  const built = build(2000, spec, 700);
  const vector = randomVector(lcg(9), spec);
  const minScore = 0.8;
  const expected = ranked(spec, built, vector, () => true).filter(({ score }) => score >= minScore);
  const query = vectorThresholdQuery({ field: 'v', vector }, minScore);
  expect(expected.length).toBeGreaterThan(3);
  const byNumber = (hits: typeof expected) => [...hits].sort((a, b) => a.n - b.n);
  for (const kernels of [undefined, compiled, plain]) {
    const found = hitsOf(searcherOf(built, kernels), query);
    expect(byNumber(found)).toEqual(byNumber(expected));
  }
});

test('documents without a vector are passed over', () => {
  const spec = vectorSpec();
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let n = 0; n < 3000; n++) {
    const vector = n % 2 === 0 ? randomVector(lcg(n), spec) : undefined;
    writer.addDocument(document(n, spec, vector));
  }
  writer.refresh();
  const searcher = createSearcher(openSegments(writer.snapshot(), directory));
  const vector = randomVector(lcg(5), spec);
  const hits = hitsOf(searcher, knnQuery({ field: 'v', vector, k: 20, candidates: 50 }));
  expect(hits).toHaveLength(20);
  expect(hits.every(({ n }) => n % 2 === 0)).toBe(true);
});

test('the same documents give the same graph', () => {
  const graphs = [1, 2].map(
    () => searcherOf(build(1500, vectorSpec(), 1500)).segments[0]?.vectors('v')?.graph,
  );
  expect(graphs[0]).toBeDefined();
  expect(graphs[0]).toEqual(graphs[1]);
});

test('compiled kernels build and find what JavaScript does, along graphs and without', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SPACES),
      fc.constantFrom('float', 'byte'),
      fc.integer({ min: 1, max: 40 }),
      fc.record({
        m: fc.integer({ min: 2, max: 12 }),
        efConstruction: fc.integer({ min: 1, max: 40 }),
      }),
      fc.integer({ min: 1, max: 60 }),
      (space, element, dimension, graph, k) => {
        const spec = vectorSpec({ space, element, dimension, graph });
        const [ours, theirs] = [compiled, plain].map((kernels) => build(1100, spec, 1100, kernels));
        const [graphOfOurs, graphOfTheirs] = [ours, theirs].map(
          (built) => searcherOf(built as Built).segments[0]?.vectors('v')?.graph,
        );
        expect(graphOfOurs).toBeDefined();
        expect(graphOfOurs).toEqual(graphOfTheirs);
        const vector = randomVector(lcg(k), spec);
        for (const filter of [
          undefined,
          numberRangeQuery('n', 0, 700),
          numberRangeQuery('n', 3, 40),
        ]) {
          const query = knnQuery({ field: 'v', vector, k, candidates: k + 5, filter });
          const found = hitsOf(searcherOf(ours as Built, compiled), query);
          expect(found).toEqual(hitsOf(searcherOf(ours as Built, plain), query));
          for (const { n, score } of found) {
            const own = (ours as Built).vectors[n] as VectorValues;
            expect(score).toBe(vectorScore(spec, vector, own));
          }
        }
      },
    ),
    { numRuns: 6 },
  );
});

/** Records the answers of graph searches. */
class Watched extends Kernels {
  readonly answers: number[] = [];

  override over(memory: WebAssembly.Memory): KernelFunctions {
    const functions = super.over(memory);
    const searchGraph = (graph: number): number => {
      const answer = functions.searchGraph(graph);
      this.answers.push(answer);
      return answer;
    };
    return { ...functions, searchGraph };
  }
}

test('the graph is walked unless few count; where that takes too long all are looked at', () => {
  const spec = vectorSpec({ dimension: 16 });
  const built = build(3000, spec, 3000);
  const vector = randomVector(lcg(7), spec);
  const answersOf = (upper: number, candidates: number): number[] => {
    const kernels = new Watched({ wasm: compiledKernels() });
    const filter = upper === 3000 ? undefined : numberRangeQuery('n', 0, upper - 1);
    const query = knnQuery({ field: 'v', vector, k: 5, candidates, filter });
    const found = hitsOf(searcherOf(built, kernels), query);
    const best = ranked(spec, built, vector, (n) => n < upper).slice(0, 5);
    if (kernels.answers[0] !== FOUND) expect(found).toEqual(best);
    return kernels.answers;
  };
  expect(answersOf(3000, 50)).toEqual([FOUND]);
  expect(answersOf(1500, 50)).toEqual([FOUND]);
  expect(answersOf(60, 50)).toEqual([GAVE_UP]);
  expect(answersOf(60, 60)).toEqual([]);
});

test.each([
  ['compiled', compiled],
  ['plain', plain],
])('a link that leads out of the graph is damage, to %s kernels', (_name, kernels) => {
  const spec = vectorSpec();
  const built = build(1100, spec, 1100);
  const searcher = searcherOf(built, kernels);
  const graph = searcher.segments[0]?.vectors('v')?.graph as VectorGraph;
  const vector = randomVector(lcg(3), spec);
  const query = knnQuery({ field: 'v', vector, k: 5, candidates: 1000 });
  for (const link of [1100, 0x7fffffff, 0xffffffff]) {
    for (let node = 0; node < 1100; node++) graph.base[node * (1 + 2 * graph.m) + 1] = link;
    expect(() => hitsOf(searcher, query)).toThrow(/a link leads out of the graph/);
  }
});

test.each([
  ['compiled', compiled],
  ['plain', plain],
])('so is one to a node that has no links on this level, to %s kernels', (_name, kernels) => {
  const spec = vectorSpec();
  const built = build(1100, spec, 1100);
  const searcher = searcherOf(built, kernels);
  const graph = searcher.segments[0]?.vectors('v')?.graph as VectorGraph;
  const { m, starts, upper } = graph;
  const node = starts.lastIndexOf(NO_LINKS);
  for (let at = 0; at < upper.length; at += 1 + m) upper.set([1, node], at);
  const query = knnQuery({
    field: 'v',
    vector: built.vectors[node] as VectorValues,
    k: 5,
    candidates: 1000,
  });
  expect(() => hitsOf(searcher, query)).toThrow(/a link leads out of the graph/);
});

describe.each(SPACES)('%s of every dimension', (space) => {
  test.each(['float', 'byte'] as const)('of %ss: kernels score as one by one', (element) => {
    for (let dimension = 1; dimension <= 67; dimension++) {
      const spec = vectorSpec({ space, element, dimension, graph: undefined });
      const built = build(24, spec, 24);
      // -128 has no positive counterpart.
      const vector = randomVector(lcg(dimension), spec);
      if (element === 'byte') vector[0] = -128;
      const expected = ranked(spec, built, vector, () => true).slice(0, 9);
      const query = knnQuery({ field: 'v', vector, k: 9, candidates: 9 });
      for (const kernels of [compiled, plain]) {
        expect(hitsOf(searcherOf(built, kernels), query)).toEqual(expected);
      }
    }
  });
});
