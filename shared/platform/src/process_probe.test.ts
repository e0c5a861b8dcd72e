import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcessProbe } from './process_probe.js';

test('a sample of this very process is plausible', () => {
  const probe = startProcessProbe(tmpdir());
  const sample = probe.sample();
  const heap = probe.heap();
  probe.stop();
  expect(heap.maxBytes).toBe(sample.heap.maxBytes);
  expect(heap.usedBytes).toBeGreaterThan(1_000_000);
  expect(probe.info.pid).toBe(process.pid);
  expect(sample.heap.usedBytes).toBeLessThan(sample.heap.maxBytes);
  expect(sample.residentBytes).toBeGreaterThan(1_000_000);
  expect(sample.disk.availableBytes).toBeLessThanOrEqual(sample.disk.totalBytes);
  expect(sample.pools.old.usedBytes).toBeLessThanOrEqual(sample.pools.old.peakUsedBytes);
  expect(sample.machine.memoryFreeBytes).toBeLessThanOrEqual(sample.machine.memoryTotalBytes);
});

test('memory that cannot be read now is what it was', () => {
  const probe = startProcessProbe(tmpdir());
  const before = probe.residentBytes();
  const failing = jest.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  try {
    expect(probe.residentBytes()).toBe(before);
  } finally {
    failing.mockRestore();
    probe.stop();
  }
});

test('the disk of a folder that is gone is measured by its file system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-probe-'));
  const probe = startProcessProbe(folder);
  try {
    const before = probe.disk();
    rmSync(folder, { recursive: true });
    expect(probe.disk()).toEqual({
      ...before,
      freeBytes: expect.any(Number),
      availableBytes: expect.any(Number),
    });
  } finally {
    probe.stop();
  }
});
