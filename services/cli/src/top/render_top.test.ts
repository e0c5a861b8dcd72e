import { renderTop } from './render_top.js';
import type { IndexSample, NodeSample, TopSample } from './sample.js';

const NO_WORK = { queries: 0, queryMs: 0, indexed: 0, indexMs: 0 };
const NODE: NodeSample = {
  id: 'n1',
  name: 'one',
  cpuPercent: 12,
  residentBytes: 300 * 1024 * 1024,
  heapPercent: 20,
  load: 0.5,
  diskPercent: 60,
  queued: 3,
  rejected: 0,
  segments: 7,
  ...NO_WORK,
};
const INDEX: IndexSample = { name: 'books', documents: 10, bytes: 2048, ...NO_WORK };
const SAMPLE: TopSample = {
  atMs: 0,
  clusterName: 'main',
  color: 'yellow',
  unassigned: 1,
  initializing: 0,
  relocating: 0,
  nodes: [NODE],
  indices: [INDEX, { ...INDEX, name: 'archive', bytes: 4096 }],
};
const WIDE = { columns: 200, rows: 50 };

test('rates are what counters grew by, divided by the time between', () => {
  const now = {
    ...SAMPLE,
    atMs: 2000,
    nodes: [{ ...NODE, queries: 50, queryMs: 100, rejected: 4 }],
    indices: [{ ...INDEX, indexed: 10, indexMs: 5 }, ...SAMPLE.indices.slice(1)],
  };
  expect(renderTop(SAMPLE, now, WIDE).split('\n')).toEqual([
    'main: yellow, 1 nodes, shard copies: 1 unassigned, 0 starting, 0 moving (q: quit)',
    '',
    'node  cpu%  load  heap%  memory  disk%  queries/s   ms  writes/s  ms  queue  refused/s  segments',
    'one     12  0.50     20   300mb     60       25.0  2.0       0.0   -      3        2.0         7',
    '',
    'index    documents  size  queries/s  ms  writes/s   ms',
    'books           10   2kb        0.0   -       5.0  0.5',
    'archive         10   4kb        0.0   -       0.0    -',
  ]);
});

test('a cluster of very many indices is drawn as far as the screen reaches', () => {
  const indices = Array.from({ length: 200_000 }, (_, i) => ({
    ...INDEX,
    name: `i${i}`,
    bytes: i,
  }));
  const lines = renderTop(SAMPLE, { ...SAMPLE, atMs: 1000, indices }, WIDE).split('\n');
  expect(lines).toHaveLength(WIDE.rows);
  expect(lines[6]).toMatch(/^i199999 /);
});

test('a shard that was opened anew counts from 0; a node that is new has no rates', () => {
  const before = { ...SAMPLE, nodes: [{ ...NODE, queries: 1000 }] };
  const nodes = [
    { ...NODE, queries: 30 },
    { ...NODE, id: 'n2', name: 'new', queries: 99 },
  ];
  const lines = renderTop(before, { ...SAMPLE, atMs: 1000, nodes }, WIDE).split('\n');
  expect(lines.find((line) => line.startsWith('one'))).toContain(' 30.0 ');
  expect(lines.find((line) => line.startsWith('new'))).not.toContain('99');
});

test('the screen is never overrun', () => {
  const screen = { columns: 20, rows: 4 };
  const lines = renderTop(SAMPLE, SAMPLE, screen).split('\n');
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
});

test('a cluster without a master says so', () => {
  expect(renderTop(SAMPLE, { ...SAMPLE, color: undefined }, WIDE)).toContain('without a master');
});
