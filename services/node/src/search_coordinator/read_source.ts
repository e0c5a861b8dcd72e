/** Reads documents that a query names, through the shards they are on. */
import { type ClusterState, requireReadTarget, shardOf } from '@skein/cluster';
import { type JsonValue, parseJson } from '@skein/content';
import { authorizeName } from '../security/index_access.js';
import type { Security } from '../security/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { SearchOptions } from './mod.js';

export interface LookupSource {
  readonly state: ClusterState;
  readonly shardHost: Pick<ShardHost, 'write'>;
  readonly security: Security;
  readonly options: SearchOptions;
}

export interface DocumentAddress {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
}

export function addressKey({ index, id, routing }: DocumentAddress): string {
  return JSON.stringify([index, id, routing]);
}

/** The document as it was written, `null` when it is not there. */
export async function readSource(
  address: DocumentAddress,
  source: LookupSource,
): Promise<JsonValue> {
  const { state, shardHost, security, options } = source;
  const { identity, nowMs } = options;
  authorizeName(state, address.index, { security, identity, nowMs }, ['indices:read']);
  const target = requireReadTarget(state, {
    name: address.index,
    routing: address.routing,
    nowMs,
  });
  const shardId = shardOf(target.index, address.id, target.routing);
  const result = await shardHost.write(target.index.uuid, shardId).call('get', {
    id: address.id,
    routing: target.routing,
    realtime: true,
    refresh: false,
    version: undefined,
    versionType: 'internal',
    source: { enabled: true, includes: [], excludes: [] },
    storedFields: [],
  });
  return result.source === undefined ? null : parseJson(result.source);
}
