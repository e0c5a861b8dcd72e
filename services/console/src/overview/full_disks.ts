/**
 * The disks that are beyond a watermark. The cluster treats nodes beyond each watermark
 * differently.
 */
import type { NodeStats } from './cluster_shapes.js';
import { DISK_LEVELS, type DiskLevel, type Watermarks } from './watermarks.js';

interface FullDisk {
  readonly node: string;
  /** The highest watermark that the disk is beyond. */
  readonly level: DiskLevel;
  readonly usedPercent: number;
}

/** Finds the full disks of data nodes. A node that does not report its disk is left out. */
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

/** Percentages (`85%`) and ratios (`0.85`) limit the used space, sizes (`10gb`) the free space. */
function isBeyond(watermark: string, { totalBytes, freeBytes }: Disk): boolean {
  const [, digits = '', unit = ''] = /^([\d.]+)\s*(%|[kmgtp]?b)?$/i.exec(watermark.trim()) ?? [];
  if (digits === '') return false;
  const used = 1 - freeBytes / totalBytes;
  if (unit === '%') return used >= Number(digits) / 100;
  if (unit === '') return used >= Number(digits);
  return freeBytes <= Number(digits) * 1024 ** UNITS.indexOf(unit.toLowerCase());
}
