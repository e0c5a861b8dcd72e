import type { NodeStats } from './cluster_shapes.js';
import { fullDisks } from './full_disks.js';
import { IDLE_NODE } from './testing/node_stats.js';
import { DEFAULT_WATERMARKS, watermarksOf } from './watermarks.js';

const GB = 1024 ** 3;

function node(name: string, freeGb: number, roles: readonly string[] = ['data']): NodeStats {
  return {
    ...IDLE_NODE,
    name,
    roles,
    fs: { total: { total_in_bytes: 100 * GB, available_in_bytes: freeGb * GB } },
  };
}

it('has the worst of the watermarks of each disk', () => {
  const nodes = [
    node('a', 50),
    node('b', 15),
    node('c', 8),
    node('d', 1),
    node('e', 1, ['master']),
  ];
  expect(
    fullDisks(nodes, DEFAULT_WATERMARKS).map(({ node: name, level }) => [name, level]),
  ).toEqual([
    ['b', 'low'],
    ['c', 'high'],
    ['d', 'flood_stage'],
  ]);
});

it('reads shares and sizes', () => {
  const levels = (low: string) =>
    fullDisks([node('a', 20)], { ...DEFAULT_WATERMARKS, low }).map(({ level }) => level);
  expect([levels('0.8'), levels('0.81'), levels('20gb'), levels('19gb'), levels('odd')]).toEqual([
    ['low'],
    [],
    ['low'],
    [],
    [],
  ]);
});

it('takes settings in their order', () => {
  const key = 'cluster.routing.allocation.disk.watermark.low';
  const settings = { defaults: { [key]: '1%' }, persistent: { [key]: '2%' }, transient: {} };
  expect(watermarksOf(settings)).toEqual({ ...DEFAULT_WATERMARKS, low: '2%' });
  expect(watermarksOf({})).toEqual(DEFAULT_WATERMARKS);
});
