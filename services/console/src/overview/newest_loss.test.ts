import type { ShardRow } from './cluster_shapes.js';
import { newestLoss } from './newest_loss.js';

const row = (index: string, at: string | null, more: Partial<ShardRow> = {}): ShardRow => ({
  index,
  shard: '0',
  prirep: 'r',
  state: 'UNASSIGNED',
  docs: null,
  node: null,
  reason: 'NODE_LEFT',
  at,
  ...more,
});

test('of copies without their nodes the last one is awaited', () => {
  const rows = [
    row('old', '2026-01-01T10:00:00.000Z'),
    row('new', '2026-01-01T10:05:00.000Z'),
    row('none', null),
    row('primary', '2026-01-01T10:09:00.000Z', { prirep: 'p' }),
    row('made', '2026-01-01T10:09:00.000Z', { reason: 'INDEX_CREATED' }),
  ];
  expect(newestLoss(rows)?.index).toBe('new');
  expect(newestLoss([])).toBeUndefined();
});
