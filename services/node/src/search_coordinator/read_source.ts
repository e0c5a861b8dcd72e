/** Reads documents that a query refers to, from their shards. */
import { type ClusterState, requireReadTarget, shardOf } from '@skein/cluster';
import { type JsonValue, parseJson } from '@skein/content';
import type { GetRequest } from '@skein/shard';
import { authorizeName } from '../security/index_access.js';
import type { Security } from '../security/mod.js';
import { preferenceOfRead, readFromCopies, type ShardRouter } from '../shard_router/mod.js';
import type { SearchOptions } from './contract.js';

export interface LookupSource {
  readonly state: ClusterState;
  readonly shardRouter: Pick<ShardRouter, 'copies' | 'read'>;
  readonly security: Security;
  readonly options: SearchOptions;
}

export interface DocumentAddress {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  /** Required version; absent if any. */
  readonly version?: number | undefined;
}

export function addressKey({ index, id, routing, version }: DocumentAddress): string {
  return JSON.stringify([index, id, routing, version]);
}

/** The source of the document; `null` if it does not exist. */
export async function readSource(
  address: DocumentAddress,
  source: LookupSource,
): Promise<JsonValue> {
  const { state, shardRouter, security, options } = source;
  const { identity, nowMs, signal } = options;
  authorizeName(state, address.index, { security, identity, nowMs }, ['indices:read']);
  const target = requireReadTarget(state, {
    name: address.index,
    routing: address.routing,
    nowMs,
  });
  const shardId = shardOf(target.index, address.id, target.routing);
  const request: GetRequest = {
    id: address.id,
    routing: target.routing,
    realtime: true,
    refresh: false,
    version: address.version,
    versionType: 'internal',
    source: { enabled: true, includes: [], excludes: [] },
    storedFields: [],
  };
  const preference = preferenceOfRead(state, target.index, request);
  const copies = shardRouter.copies(state, { index: target.index, shardId }, preference);
  const result = await readFromCopies(copies, { signal }, (copy) =>
    shardRouter.read(copy, options).getInEngine(request),
  );
  return result.source === undefined ? null : parseJson(result.source);
}
