/** Tests that vectors which kernels cannot reach, or a query that does not fit, do without them. */
import type { VectorColumn } from '../index/segment_reader.js';
import type { KernelFunctions } from '../search/kernels/kernels.js';
import { scanAll, scanBest, scanNodes } from './scan.js';
import { MAX_QUERY_BYTES, type VectorLane } from './vector_lane.js';

/** A lane whose kernels must not be called. */
const lane: VectorLane = {
  functions: {} as KernelFunctions,
  buffer: new SharedArrayBuffer(4 * MAX_QUERY_BYTES),
  start: 0,
};

test.each([
  ['vectors in another memory', 2, () => new Float32Array(6)],
  ['a query longer than its place', MAX_QUERY_BYTES / 4 + 1, () => new Float32Array(lane.buffer)],
])('%s', (_name, dimension, valuesOf) => {
  const values = valuesOf();
  const column = {
    spec: { dimension, space: 'l2', element: 'float', graph: undefined },
    values,
    count: 3,
  } as Partial<VectorColumn> as VectorColumn;
  for (let node = 0; node < 3; node++) values[node * dimension] = 2 - node;
  const query = new Float32Array(dimension);
  const scan = { query, minScore: 0.3, accepted: undefined, check: () => {}, lane };
  const near = [
    { node: 2, score: 1 },
    { node: 1, score: 0.5 },
  ];
  expect(scanBest(column, scan, 1)).toEqual([near[0]]);
  expect(scanBest(column, scan, 10)).toEqual(near);
  expect(scanAll(column, scan)).toEqual([near[1], near[0]]);
  expect(scanNodes(column, scan, Uint32Array.of(1, 2), 2)).toEqual(near);
});
