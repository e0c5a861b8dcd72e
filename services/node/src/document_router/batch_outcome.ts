/** The outcome of a batch: the replies of its shards, and the items that reached no shard. */
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

/** The reply of one shard to its items. */
export interface ShardPart {
  readonly index: string;
  readonly shard: WrittenShard;
  /** Copies of the shard: the number addressed by a write, and the number that have it. */
  readonly shards: ShardCounts;
  /** Position in the whole batch of each item of this shard, in order. */
  readonly positions: Uint32Array;
  /** An error if all of the items failed together. */
  readonly reply: PackedReply | PlainError;
}

export interface BatchOutcome {
  readonly tookMs: number;
  /** Time spent in pipelines; undefined if no item went through one. */
  readonly ingestMs?: number | undefined;
  /** The items as written, after their pipelines. */
  readonly batch: WriteBatch;
  readonly parts: readonly ShardPart[];
  /** Errors of the items that reached no shard. */
  readonly refused: ReadonlyMap<number, ApiError>;
  /** Positions of the items that a pipeline dropped. */
  readonly dropped: ReadonlySet<number>;
}

export interface RoutedWriteResult {
  /** The concrete index; if no shard was asked, the name the client used. */
  readonly index: string;
  readonly result: WriteItemResult;
  readonly forcedRefresh: boolean;
  readonly shards: ShardCounts;
}

/** Counts for a write that changed nothing or failed: no copy has it. */
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
 * OpenSearch's values for the version of a document without one, for the version of one that must
 * not exist, and for the id of an item dropped before it got one.
 */
const NO_VERSION = -3;
const NOT_THERE = -4;
const NO_ID = 'auto-generated';

/** The result of an item that a pipeline dropped: a no-op, not a failure. */
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

/** The result of a batch with one item. */
export function onlyResult(outcome: BatchOutcome): RoutedWriteResult {
  return expectDefined(resultsOf(outcome)[0], 'one write has one result');
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
