/** The ids that a node makes for documents without one. */
import { type Random, randomDocumentId } from '@skein/base';
import type { ApiError } from '@skein/errors';
import { AUTO_ID, type WriteBatch } from '../shard_host/mod.js';

/** Generates the missing ids. Items that will not be written get none. */
export function makeIds(
  { ids, ops, refused }: WriteBatch,
  dropped: ReadonlySet<number>,
  random: Random,
): void {
  const isAllWritten = refused.size + dropped.size === 0;
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] !== '' || !isMade(ops, i)) continue;
    if (isAllWritten || !(refused.has(i) || dropped.has(i))) ids[i] = randomDocumentId(random);
  }
}

/**
 * Removes the generated ids of items that were refused before they reached a shard: OpenSearch
 * shows these without an id. It checks blocks at the shard, where an item has one.
 */
export function removeIds({ ids, ops }: WriteBatch, refused: ReadonlyMap<number, ApiError>): void {
  for (const [i, { type }] of refused) {
    if (isMade(ops, i) && type !== 'cluster_block_exception') ids[i] = '';
  }
}

function isMade(ops: WriteBatch['ops'], position: number): boolean {
  return ((ops[position] ?? 0) & AUTO_ID) !== 0;
}
