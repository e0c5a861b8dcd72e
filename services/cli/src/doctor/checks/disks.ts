/**
 * Checks nodes' disks against the watermarks, and finds indices that a full disk made read-only.
 */
import { formatByteSize } from '@skein/base';
import { CLUSTER, readSetting, type Watermark } from '@skein/settings';
import { numberAt, textAt } from '../../health/json_at.js';
import type { ClusterView } from '../cluster_view.js';
import { error, type Finding, warning } from '../finding.js';

const FREE =
  'delete indices or snapshots, give the node a larger disk, or add a node; GET /_cat/indices?v&s=store.size:desc lists the largest indices';

export function disks(view: ClusterView): readonly Finding[] {
  return [...Object.values(view.stats).flatMap((node) => fullness(node, view)), ...blocked(view)];
}

function fullness(node: ClusterView['stats'][string], { settings }: ClusterView): Finding[] {
  const total = numberAt(node, 'fs', 'total', 'total_in_bytes');
  const available = numberAt(node, 'fs', 'total', 'available_in_bytes');
  if (total === undefined || available === undefined || total <= 0) return [];
  const { diskLow, diskHigh, diskFlood } = CLUSTER.allocation;
  const space = { total, available };
  const what = `disk of node ${textAt(node, 'name')}: ${Math.round((1 - available / total) * 100)}% used, ${formatByteSize(available)} free`;
  const above = (mark: Watermark) => isAbove(mark, space);
  const flood = readSetting(settings, diskFlood);
  const high = readSetting(settings, diskHigh);
  const low = readSetting(settings, diskLow);
  if (above(flood))
    return [
      error(
        `${what}, above ${diskFlood.key} (${flood.text}): indices with a shard on it become read-only`,
        FREE,
      ),
    ];
  if (above(high))
    return [
      error(
        `${what}, above ${diskHigh.key} (${high.text}): shards are moved away from the node`,
        FREE,
      ),
    ];
  if (above(low))
    return [
      warning(
        `${what}, above ${diskLow.key} (${low.text}): the node gets no new shard copies`,
        FREE,
      ),
    ];
  return [];
}

function isAbove(mark: Watermark, space: { readonly total: number; readonly available: number }) {
  return mark.kind === 'free'
    ? space.available < mark.bytes
    : 1 - space.available / space.total > mark.share;
}

const BLOCK = 'index.blocks.read_only_allow_delete';

function blocked({ blocks }: ClusterView): Finding[] {
  const names = Object.keys(blocks).filter(
    (name) => textAt(blocks[name], 'settings', BLOCK) === 'true',
  );
  if (names.length === 0) return [];
  return [
    error(
      `indices are read-only because a disk was full: ${names.join(', ')}`,
      `after you have freed disk space: curl -X PUT "$URL/${names.join(',')}/_settings" -H 'Content-Type: application/json' -d '{"${BLOCK}": null}'`,
    ),
  ];
}
