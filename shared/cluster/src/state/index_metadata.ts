/** The metadata of one index. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Settings } from '@skein/settings';
import type { ClusterState } from './cluster_state.js';
import type { ManagedIndex } from './lifecycle.js';
import type { RestoreSource } from './snapshot_records.js';

export interface IndexMetadata {
  readonly name: string;
  readonly uuid: string;
  /** A version that rises with every change of this index. */
  readonly version: number;
  readonly mappingVersion: number;
  readonly settingsVersion: number;
  readonly aliasesVersion: number;
  readonly state: 'open' | 'close';
  /** Flat `index.*` settings, including the private ones. */
  readonly settings: Settings;
  /** The mapping as `GET _mapping` shows it. */
  readonly mapping: JsonObject;
  readonly aliases: ReadonlyMap<string, AliasMetadata>;
  readonly numberOfShards: number;
  readonly numberOfReplicas: number;
  readonly routingNumShards: number;
  readonly routingPartitionSize: number;
  readonly creationDateMs: number;
  /** The index's progress in its lifecycle policy. */
  readonly lifecycle?: ManagedIndex;
  /** The snapshot whose data the index starts with. */
  readonly restoredFrom?: RestoreSource;
  /** Primary terms by shard; a term rises whenever another copy becomes primary. */
  readonly primaryTerms: readonly number[];
  /**
   * By shard, the allocation ids of the copies that hold every acknowledged write. An empty list
   * means that no copy was ever started.
   */
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

/** A 404 index_not_found_exception with the metadata that OpenSearch adds. */
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

/** The index with this concrete name; throws if it does not exist. */
export function requireIndex(state: ClusterState, name: string): IndexMetadata {
  const index = state.metadata.indices.get(name);
  if (!index) throw indexNotFound(name);
  return index;
}

/** The index as error messages name it: `[name/uuid]`. */
export function indexLabel(index: IndexMetadata): string {
  return `[${index.name}/${index.uuid}]`;
}

export function isHidden(index: IndexMetadata): boolean {
  return index.settings.get('index.hidden') === 'true';
}
