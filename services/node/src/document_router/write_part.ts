/** One shard's part of a batch: packed, sent to the primary, and answered. */
import { asApiError, toPlainError } from '@skein/errors';
import { packBatch, type WriteBatch } from '../shard_host/mod.js';
import type { ShardPart } from './batch_outcome.js';
import type { WriteOptions } from './contract.js';
import type { PlacedPart } from './place_batch.js';
import { type WriteServices, writeToPrimary } from './primary_writes.js';

export async function writePart(
  { index, shardId, positions: listed, routings }: PlacedPart,
  batch: WriteBatch,
  options: WriteOptions,
  services: WriteServices,
): Promise<ShardPart> {
  const positions = Uint32Array.from(listed);
  const { refresh } = options;
  // With a single copy there is no other to try, so the body need not outlive the first attempt.
  const mayHandOver = index.numberOfReplicas === 0 && batch.isWhole;
  const pack = () =>
    isGone(batch.body)
      ? undefined
      : packBatch(batch, { positions, routings }, { refresh, mayHandOver });
  const all = { total: 1 + index.numberOfReplicas, successful: 1, failed: 0 };
  const part = { index: index.name, shard: { index, shardId }, positions };
  try {
    const reply = await writeToPrimary({ index, shardId, options, pack }, services);
    return { ...part, shards: reply.shards ?? all, reply };
  } catch (error) {
    return { ...part, shards: all, reply: toPlainError(asApiError(error)) };
  }
}

/** True if the memory was transferred to a thread. */
function isGone({ buffer }: Uint8Array): boolean {
  return buffer instanceof ArrayBuffer && buffer.detached;
}
