/** Failed shards: their list in a response, and the error when all shards failed. */
import { ApiError, type ErrorBody, errorDetail, isJavaError } from '@skein/errors';
import { UNREACHABLE } from '../node_links/mod.js';
import type { ShardToAsk } from './search_targets.js';

export interface ShardFailure {
  readonly shard: ShardToAsk;
  readonly nodeId: string | undefined;
  readonly error: ApiError;
}

/** True if the copy's node is gone, or came back without what it held. */
export function isLostNode({ type }: ApiError): boolean {
  return LOST.has(type);
}

const LOST: ReadonlySet<string> = new Set([
  ...UNREACHABLE,
  'node_closed_exception',
  'connect_transport_exception',
  'search_context_missing_exception',
]);

/** One failure of each kind: the same error in the same index is listed once. */
function grouped(failures: readonly ShardFailure[]): readonly ShardFailure[] {
  const kinds = new Map<string, ShardFailure>();
  for (const failure of failures) {
    const { shard, error } = failure;
    // Neither names nor types contain line breaks.
    const key = `${shard.index.name}\n${error.type}\n${error.reason}`;
    if (!kinds.has(key)) kinds.set(key, failure);
  }
  return [...kinds.values()];
}

type FailureJson = {
  readonly shard: number;
  readonly index: string;
  readonly node?: string;
  readonly reason: ErrorBody;
};

export function failuresJson(failures: readonly ShardFailure[]): readonly FailureJson[] {
  return grouped(failures).map(({ shard, nodeId, error }) => ({
    shard: shard.shardId,
    index: shard.index.name,
    ...(nodeId === undefined ? {} : { node: nodeId }),
    reason: errorDetail(error),
  }));
}

/** Adds the index to errors about a query. */
export function placedInIndex(error: ApiError, { index }: ShardToAsk): ApiError {
  if (error.type !== 'query_shard_exception') return error;
  return new ApiError(error.type, error.reason, {
    status: error.status,
    metadata: { ...error.metadata, index: index.name, index_uuid: index.uuid },
    cause: error.cause,
    ...(error.rootCauses ? { rootCauses: error.rootCauses } : {}),
  });
}

export function phaseFailed(
  phase: string,
  reason: string,
  failures: readonly ShardFailure[],
): ApiError {
  return new ApiError('search_phase_execution_exception', reason, {
    status: statusOf(failures),
    cause: topCause(failures[0]?.error),
    rootCauses: grouped(failures).flatMap(({ error }) => error.rootCauses ?? [error]),
    metadata: { phase, grouped: true, failed_shards: failuresJson(failures) },
  });
}

/**
 * The `caused_by` of the first failure if it differs from the failure: the wrapped cause. A Java
 * exception appears twice, because OpenSearch wraps it again to name it.
 */
function topCause(error: ApiError | undefined): ApiError | undefined {
  if (error === undefined) return undefined;
  const root = error.rootCauses?.[0] ?? error;
  if (isJavaError(root.type)) return new ApiError(root.type, root.reason, { cause: root });
  const isItself = root.type === error.type && root.reason === error.reason;
  return isItself ? undefined : root;
}

/** The first failure's status, unless a later one is a server error. */
function statusOf(failures: readonly ShardFailure[]): number {
  let status = failures[0]?.error.status ?? 503;
  for (const { error } of failures.slice(1)) if (error.status >= 500) status = error.status;
  return status;
}
