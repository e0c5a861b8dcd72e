/**
 * The cluster state: plain, immutable data. Every change is a new object that shares what did not change, made by a command
 * (`../commands`) and numbered by `../run_command.ts`. Collections whose keys users choose are Maps.
 *
 * Only `metadata` is persisted; nodes, routing and blocks follow from metadata and from who is there.
 */
import { onceFor } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { StoredScript } from '@skein/script';
import type { Settings } from '@skein/settings';
import type { ClusterBlocks } from './blocks.js';
import type { ComponentTemplate, ComposableTemplate } from './composable_template.js';
import type { DataStream } from './data_stream.js';
import type { IndexMetadata } from './index_metadata.js';
import type { LifecyclePolicy } from './lifecycle.js';
import type { IndexRouting } from './routing_table.js';
import {
  SNAPSHOT_LIFECYCLE,
  type SnapshotLifecycle,
  type SnapshotPolicyRecord,
} from './snapshot_policy.js';
import type {
  DeletionRecord,
  RepositoryRecord,
  RestoreRecord,
  SnapshotRecord,
} from './snapshot_records.js';
import type { IndexTemplate } from './template.js';
import type { TransformRecord } from './transform_record.js';
import type { VotingExclusion } from './voting_exclusions.js';

export interface ClusterState {
  readonly clusterName: string;
  /** Rises by one with every change. */
  readonly version: number;
  /** A new random id with every change. */
  readonly stateUuid: string;
  /** Term of the master that published it. */
  readonly term: number;
  readonly masterNodeId: string | undefined;
  /** Cluster settings of the master's configuration: weaker than persistent ones, never persisted. */
  readonly configuredSettings: Settings;
  readonly metadata: Metadata;
  /** By node id. */
  readonly nodes: ReadonlyMap<string, ClusterNode>;
  /** By index name; the same indices as `metadata.indices`. */
  readonly routing: ReadonlyMap<string, IndexRouting>;
  readonly blocks: ClusterBlocks;
}

export interface Metadata {
  readonly clusterUuid: string;
  readonly version: number;
  readonly indices: ReadonlyMap<string, IndexMetadata>;
  /** Legacy templates (`_template`) by name. */
  readonly templates: ReadonlyMap<string, IndexTemplate>;
  /** Composable templates (`_index_template`) by name. */
  readonly indexTemplates: ReadonlyMap<string, ComposableTemplate>;
  readonly componentTemplates: ReadonlyMap<string, ComponentTemplate>;
  /** By name. */
  readonly dataStreams: ReadonlyMap<string, DataStream>;
  /** By dialect and id: see `policyKey`. */
  readonly lifecyclePolicies: ReadonlyMap<string, LifecyclePolicy>;
  readonly transforms: ReadonlyMap<string, TransformRecord>;
  readonly lifecycle: { readonly isStopped: boolean };
  /** By id. */
  readonly storedScripts: ReadonlyMap<string, StoredScript>;
  /** Ingest pipelines by id: their sources. */
  readonly pipelines: ReadonlyMap<string, JsonObject>;
  /** Search pipelines, the same. */
  readonly searchPipelines: ReadonlyMap<string, JsonObject>;
  /** Snapshot repositories by name. */
  readonly repositories: ReadonlyMap<string, RepositoryRecord>;
  /** By uuid: under way, or ended a moment ago. */
  readonly snapshots: ReadonlyMap<string, SnapshotRecord>;
  readonly snapshotDeletions: ReadonlyMap<string, DeletionRecord>;
  readonly restores: ReadonlyMap<string, RestoreRecord>;
  /** By dialect and name: see `snapshotPolicyKey`. */
  readonly snapshotPolicies: ReadonlyMap<string, SnapshotPolicyRecord>;
  readonly snapshotLifecycle: SnapshotLifecycle;
  readonly persistentSettings: Settings;
  /** Forgotten when the whole cluster stops. */
  readonly transientSettings: Settings;
  /** Deleted indices, newest last, at most `TOMBSTONE_LIMIT`: a node that was away removes their data. */
  readonly tombstones: readonly Tombstone[];
  readonly votingExclusions: readonly VotingExclusion[];
}

export interface Tombstone {
  readonly name: string;
  readonly uuid: string;
  readonly deletedAtMs: number;
  /** Of a remote-backed index: where its data was, which a master removes. */
  readonly remote?: RemotePlace | undefined;
}

export interface RemotePlace {
  readonly repository: string;
  /** Folder of the index there. */
  readonly indexId: string;
}

export const TOMBSTONE_LIMIT = 500;

export type NodeRole = 'master' | 'data' | 'ingest' | 'coordinating' | 'remote_cluster_client';

export interface ClusterNode {
  readonly id: string;
  /** New with every start of the process. */
  readonly ephemeralId: string;
  readonly name: string;
  readonly host: string;
  /** `127.0.0.1:9300` */
  readonly transportAddress: string;
  readonly httpAddress: string | undefined;
  readonly roles: readonly NodeRole[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly version: string;
}

/** A state of a cluster that has nothing yet. */
export function emptyState(clusterName: string, clusterUuid: string): ClusterState {
  return {
    clusterName,
    version: 0,
    stateUuid: '_na_',
    term: 0,
    masterNodeId: undefined,
    configuredSettings: new Map(),
    metadata: {
      clusterUuid,
      version: 0,
      indices: new Map(),
      templates: new Map(),
      indexTemplates: new Map(),
      componentTemplates: new Map(),
      dataStreams: new Map(),
      lifecyclePolicies: new Map(),
      transforms: new Map(),
      lifecycle: { isStopped: false },
      snapshotPolicies: new Map(),
      snapshotLifecycle: SNAPSHOT_LIFECYCLE,
      storedScripts: new Map(),
      pipelines: new Map(),
      searchPipelines: new Map(),
      repositories: new Map(),
      snapshots: new Map(),
      snapshotDeletions: new Map(),
      restores: new Map(),
      persistentSettings: new Map(),
      transientSettings: new Map(),
      tombstones: [],
      votingExclusions: [],
    },
    nodes: new Map(),
    routing: new Map(),
    blocks: { global: [], indices: new Map() },
  };
}

/** What is in force: configured, overridden by persistent, overridden by transient. Asked by every search: put together once for a state. */
export const clusterSettings: (state: ClusterState) => Settings = onceFor((state) => {
  const { persistentSettings, transientSettings } = state.metadata;
  return new Map([...state.configuredSettings, ...persistentSettings, ...transientSettings]);
});

export function dataNodes(state: ClusterState): ClusterNode[] {
  return [...state.nodes.values()].filter((node) => node.roles.includes('data'));
}
