/** What the cluster knows about one index. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Settings } from '@skein/settings';
import type { ClusterState } from './cluster_state.js';
import type { ManagedIndex } from './lifecycle.js';
import type { RestoreSource } from './snapshot_records.js';

export interface IndexMetadata {
  readonly name: string;
  readonly uuid: string;
  /** Rises with every change of this index. */
  readonly version: number;
  readonly mappingVersion: number;
  readonly settingsVersion: number;
  readonly aliasesVersion: number;
  readonly state: 'open' | 'close';
  /** Flat `index.*` settings, with the private ones. */
  readonly settings: Settings;
  /** As `GET _mapping` shows it. */
  readonly mapping: JsonObject;
  readonly aliases: ReadonlyMap<string, AliasMetadata>;
  readonly numberOfShards: number;
  readonly numberOfReplicas: number;
  readonly routingNumShards: number;
  readonly routingPartitionSize: number;
  readonly creationDateMs: number;
  /** Where it stands in the policy it lives by. */
  readonly lifecycle?: ManagedIndex;
  /** The snapshot that it begins with. */
  readonly restoredFrom?: RestoreSource;
  /** By shard; rises whenever another copy becomes primary. */
  readonly primaryTerms: readonly number[];
  /** Allocation ids by shard of the copies that hold every acknowledged write. Empty: never started. */
  readonly inSync: readonly (readonly string[])[];
}

export interface AliasMetadata {
  readonly name: string;
  readonly filter: JsonObject | undefined;
  readonly indexRouting: string | undefined;
  readonly searchRouting: string | undefined;
  readonly isWriteIndex: boolean | undefined;
  readonly isHidden: boolean | undefined;
}

/** 404 index_not_found_exception with the metadata the reference adds. */
export function indexNotFound(
  name: string,
  resource: 'index_or_alias' | 'index_expression' = 'index_or_alias',
): ApiError {
  return new ApiError('index_not_found_exception', `no such index [${name}]`, {
    metadata: {
      index: name,
      'resource.id': name,
      'resource.type': resource,
      index_uuid: '_na_',
    },
  });
}

/** The index of this concrete name, which must be there. */
export function requireIndex(state: ClusterState, name: string): IndexMetadata {
  const index = state.metadata.indices.get(name);
  if (!index) throw indexNotFound(name);
  return index;
}

/** `[name/uuid]`, as error messages name an index. */
export function indexLabel(index: IndexMetadata): string {
  return `[${index.name}/${index.uuid}]`;
}

export function isHidden(index: IndexMetadata): boolean {
  return index.settings.get('index.hidden') === 'true';
}
