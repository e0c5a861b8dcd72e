import type { SnapshotRecord } from '@skein/cluster';
import { runningRow } from './snapshots.js';

test('a running snapshot has lasted since its start', () => {
  const record = { name: 's', startMs: 5_000, indices: [] } as unknown as SnapshotRecord;
  expect(runningRow(record, 65_000)).toMatchObject({ durationMs: 60_000, status: 'IN_PROGRESS' });
  // The clock of the master, which wrote the start, may be ahead.
  expect(runningRow(record, 4_000)).toMatchObject({ durationMs: 0 });
});
