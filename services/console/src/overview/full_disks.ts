/**
 * Which disks are beyond a watermark, and what that means: from then on the cluster treats the node
 * otherwise.
 */
import type { NodeStats } from './cluster_shapes.js';
import { DISK_LEVELS, type DiskLevel, type Watermarks } from './watermarks.js';

interface FullDisk {
  readonly node: string;
  /** The worst that holds. */
  readonly level: DiskLevel;
  readonly usedPercent: number;
}

/** A node that tells nothing of its disk has none here. */
export function fullDisks(
  nodes: readonly NodeStats[],
  watermarks: Watermarks,
): readonly FullDisk[] {
  return nodes.flatMap(({ name, fs, roles }) => {
    const { total_in_bytes: totalBytes, available_in_bytes: freeBytes } = fs.total;
    if (totalBytes === 0 || !roles.includes('data')) return [];
    const level = DISK_LEVELS.find((one) => isBeyond(watermarks[one], { totalBytes, freeBytes }));
    if (level === undefined) return [];
    return [{ node: name, level, usedPercent: 100 * (1 - freeBytes / totalBytes) }];
  });
}

interface Disk {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

/** `85%` and `0.85` are of what is used, `10gb` of what is free. */
function isBeyond(watermark: string, { totalBytes, freeBytes }: Disk): boolean {
  const [, digits = '', unit = ''] = /^([\d.]+)\s*(%|[kmgtp]?b)?$/i.exec(watermark.trim()) ?? [];
  if (digits === '') return false;
  const used = 1 - freeBytes / totalBytes;
  if (unit === '%') return used >= Number(digits) / 100;
  if (unit === '') return used >= Number(digits);
  return freeBytes <= Number(digits) * 1024 ** UNITS.indexOf(unit.toLowerCase());
}
