/**
 * Free disk space. Above the low watermark a node gets no more copies (except the first primary of
 * a new index, up to the high watermark); above the high one copies move away. Copies that arrive
 * count as present, and copies that leave as gone.
 */
import { formatByteSize } from '@skein/base';
import { CLUSTER, type Watermark } from '@skein/settings';
import type { AllocationFacts, DiskSpace } from '../allocation_facts.js';
import { no, type Verdict, yes } from '../decision.js';
import type { NodeLoad, PlacedShard } from '../placements.js';
import type { AllocationContext, Decider } from './decider.js';

const OFF = yes('the disk threshold decider is disabled');
const ALONE = yes('there is only a single data node present');
const UNKNOWN = yes('disk usages are unavailable');
const ROOM = yes('there is enough disk on this node for the shard to remain');

export const disk_threshold: Decider = {
  name: 'disk_threshold',
  canAllocate: ({ shard, copy }, load, context) => {
    const found = usageOf(load, context);
    if (found.disk === undefined) return found.verdict;
    const { low, high } = context.rules.disk;
    const isNew = copy.primary && shard.inSync.length === 0;
    const [mark, name] = isNew ? ([high, 'high'] as const) : ([low, 'low'] as const);
    if (isDiskAbove(found.disk, mark)) return above(found.disk, mark, name);
    const bytes = bytesOf(shard, context.facts);
    const after = { ...found.disk, freeBytes: found.disk.freeBytes - bytes };
    if (isDiskAbove(after, high)) {
      return no(
        () =>
          `allocating the shard to this node will bring the node above the high watermark cluster setting [${keyOf('high')}=${high.text}] and cause it to have less than the minimum required free space (free: [${formatByteSize(found.disk.freeBytes)}], estimated shard size: [${formatByteSize(bytes)}])`,
      );
    }
    return {
      answer: 'YES',
      explain: () =>
        `enough disk for shard on node, free: [${formatByteSize(found.disk.freeBytes)}], shard size: [${formatByteSize(bytes)}], free after allocating shard: [${formatByteSize(after.freeBytes)}]`,
    };
  },
  canRemain: (_candidate, load, context) => {
    const found = usageOf(load, context);
    if (found.disk === undefined) return found.verdict;
    const { high } = context.rules.disk;
    return isDiskAbove(found.disk, high) ? above(found.disk, high, 'high') : ROOM;
  },
};

/** True if less space is free, or more is used, than the watermark allows. */
export function isDiskAbove({ totalBytes, freeBytes }: DiskSpace, mark: Watermark): boolean {
  if (mark.kind === 'free') return freeBytes < mark.bytes;
  return totalBytes > 0 && 1 - freeBytes / totalBytes > mark.share;
}

type DiskOrVerdict =
  | { readonly disk: DiskSpace }
  | { readonly disk: undefined; readonly verdict: Verdict };

function usageOf(load: NodeLoad, { rules, facts, placements }: AllocationContext): DiskOrVerdict {
  if (!rules.disk.enabled) return { disk: undefined, verdict: OFF };
  if (placements.nodes.size === 1) return { disk: undefined, verdict: ALONE };
  const disk = facts?.disk(load.node.id);
  if (disk === undefined) return { disk: undefined, verdict: UNKNOWN };
  const freeBytes = disk.freeBytes - load.arrivingBytes;
  return { disk: { totalBytes: disk.totalBytes, freeBytes } };
}

function bytesOf({ index, shardId }: PlacedShard, facts: AllocationFacts | undefined): number {
  return facts?.shardBytes(index.uuid, shardId) ?? 0;
}

function above(
  { totalBytes, freeBytes }: DiskSpace,
  mark: Watermark,
  name: 'low' | 'high',
): Verdict {
  const setting = `the node is above the ${name} watermark cluster setting [${keyOf(name)}=${mark.text}]`;
  if (mark.kind === 'free') {
    return no(
      () =>
        `${setting}, having less than the minimum required [${formatByteSize(mark.bytes)}] free space, actual free: [${formatByteSize(freeBytes)}]`,
    );
  }
  const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;
  return no(
    () =>
      `${setting}, using more disk space than the maximum allowed [${percent(mark.share)}], actual free: [${percent(freeBytes / totalBytes)}]`,
  );
}

function keyOf(name: 'low' | 'high'): string {
  return name === 'low' ? CLUSTER.allocation.diskLow.key : CLUSTER.allocation.diskHigh.key;
}
