/** What became of a batch: the answers of its shards as they came, and what no shard was asked. */
import { expectDefined } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import { type ApiError, type PlainError, toPlainError } from '@skein/errors';
import type { WriteItemResult } from '@skein/shard';
import {
  type PackedReply,
  type ShardCounts,
  unpackResult,
  type WriteBatch,
  writeOpOf,
} from '../shard_host/mod.js';

export interface WrittenShard {
  readonly index: IndexMetadata;
  readonly shardId: number;
}

/** What one shard said to its items. */
export interface ShardPart {
  readonly index: string;
  readonly shard: WrittenShard;
  /** Copies of the shard: those a write is for, and those that have it. */
  readonly shards: ShardCounts;
  /** Of each item of this shard, in order: its place among all writes. */
  readonly positions: Uint32Array;
  /** The error, when all of its items failed together. */
  readonly reply: PackedReply | PlainError;
}

export interface BatchOutcome {
  readonly tookMs: number;
  /** How long pipelines took of it; `undefined`: no item went through one. */
  readonly ingestMs?: number | undefined;
  /** The items as they were written: as their pipelines left them. */
  readonly batch: WriteBatch;
  readonly parts: readonly ShardPart[];
  /** Items that never came to a shard, and why. */
  readonly refused: ReadonlyMap<number, ApiError>;
  /** Items that a pipeline dropped. */
  readonly dropped: ReadonlySet<number>;
}

export interface RoutedWriteResult {
  /** The concrete index; as the client named it, when no shard was asked. */
  readonly index: string;
  readonly result: WriteItemResult;
  readonly forcedRefresh: boolean;
  readonly shards: ShardCounts;
}

/** Of a write that changed nothing, or failed: no copy has it. */
export const NO_SHARDS: ShardCounts = { total: 0, successful: 0, failed: 0 };

/** The result of the part's i-th item. */
export function partResult(
  { reply, index, shards }: ShardPart,
  i: number,
  id: string,
): RoutedWriteResult {
  if (!('codes' in reply)) return failed(index, id, reply);
  const { forcedRefresh } = reply;
  const result = unpackResult(reply, i, id);
  const isNoop = result.ok && result.result === 'noop';
  return { index, result, forcedRefresh, shards: isNoop ? NO_SHARDS : shards };
}

export function refusedResult(
  { names, nameOf, ids }: WriteBatch,
  position: number,
  error: ApiError,
): RoutedWriteResult {
  const index = names[nameOf[position] ?? 0] ?? '';
  return failed(index, ids[position] ?? '', toPlainError(error));
}

function failed(index: string, id: string, error: PlainError): RoutedWriteResult {
  return { index, result: { ok: false, id, error }, forcedRefresh: false, shards: NO_SHARDS };
}

/**
 * How OpenSearch shows the version of a document that has none, of one that must not be there, and
 * the id of one that was dropped before it got one.
 */
const NO_VERSION = -3;
const NOT_THERE = -4;
const NO_ID = 'auto-generated';

/** Of an item that a pipeline dropped: nothing was done, and that is no failure. */
export function droppedResult(
  { names, nameOf, ids, ops, special }: WriteBatch,
  position: number,
): RoutedWriteResult {
  const id = ids[position] || NO_ID;
  const isCreate = writeOpOf(ops[position] ?? 0) === 'create';
  const version = special.get(position)?.version ?? (isCreate ? NOT_THERE : NO_VERSION);
  return {
    index: names[nameOf[position] ?? 0] ?? '',
    result: { ok: true, result: 'noop', id, version, seqNo: -2, primaryTerm: 0, get: undefined },
    forcedRefresh: false,
    shards: NO_SHARDS,
  };
}

/** All results in the order of the batch. */
export function resultsOf({
  batch,
  parts,
  refused,
  dropped,
}: BatchOutcome): readonly RoutedWriteResult[] {
  const results: RoutedWriteResult[] = new Array(batch.ids.length);
  for (const part of parts) {
    part.positions.forEach((position, i) => {
      results[position] = partResult(part, i, batch.ids[position] ?? '');
    });
  }
  for (const [position, error] of refused) {
    results[position] = refusedResult(batch, position, error);
  }
  for (const position of dropped) results[position] = droppedResult(batch, position);
  return results.map((result) => expectDefined(result, 'every item has a shard or a refusal'));
}
