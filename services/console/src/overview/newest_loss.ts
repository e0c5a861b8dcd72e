/** Which of the copies that lost their nodes is likely to be awaited. */
import type { ShardRow } from './cluster_shapes.js';

/** The replica whose node left last: of older losses the delay may be over. */
export function newestLoss(shards: readonly ShardRow[]): ShardRow | undefined {
  const lost = shards.filter(({ prirep, reason }) => prirep === 'r' && reason === 'NODE_LEFT');
  const lostAtMs = ({ at }: ShardRow) => Date.parse(at ?? '') || 0;
  return lost.reduce<ShardRow | undefined>(
    (newest, one) => (newest !== undefined && lostAtMs(newest) >= lostAtMs(one) ? newest : one),
    undefined,
  );
}
