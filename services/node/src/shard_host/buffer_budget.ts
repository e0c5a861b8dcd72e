/** Documents that are in no segment yet take memory; all shards of a thread share what there is for them. */

export interface Buffering {
  readonly bufferedBytes: number;
  /** Makes a segment of what is buffered. */
  emptyBuffer(): void;
}

/** Empties the largest buffers until all together are within the limit. */
export function keepWithin(limitBytes: number, shards: Iterable<Buffering>): void {
  const bySize = [...shards].sort((a, b) => b.bufferedBytes - a.bufferedBytes);
  let total = bySize.reduce((sum, shard) => sum + shard.bufferedBytes, 0);
  for (const shard of bySize) {
    if (total <= limitBytes) return;
    total -= shard.bufferedBytes;
    shard.emptyBuffer();
  }
}
