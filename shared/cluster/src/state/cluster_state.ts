/**
 * The cluster state: plain, immutable data. Every change is a new object that shares the unchanged
 * parts. Commands (`../commands`) make the changes and `../run_command.ts` numbers them.
 * Collections whose keys users choose are Maps.
 *
 * Only `metadata` is persisted; nodes, routing and blocks follow from the metadata and the nodes
 * present.
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
  /**
   * Cluster settings from the master's configuration. Persistent settings override them, and they
   * are never persisted.
   */
  readonly configuredSettings: Settings;
  readonly metadata: Metadata;
  /** Nodes by node id. */
  readonly nodes: ReadonlyMap<string, ClusterNode>;
  /** Routing tables by index name, for the same indices as `metadata.indices`. */
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
  /** Data streams by name. */
  readonly dataStreams: ReadonlyMap<string, DataStream>;
  /** Policies by dialect and id; see `policyKey`. */
  readonly lifecyclePolicies: ReadonlyMap<string, LifecyclePolicy>;
  readonly transforms: ReadonlyMap<string, TransformRecord>;
  readonly lifecycle: { readonly isStopped: boolean };
  /** Stored scripts by id. */
  readonly storedScripts: ReadonlyMap<string, StoredScript>;
  /** Sources of the ingest pipelines by id. */
  readonly pipelines: ReadonlyMap<string, JsonObject>;
  /** Sources of the search pipelines by id. */
  readonly searchPipelines: ReadonlyMap<string, JsonObject>;
  /** Snapshot repositories by name. */
  readonly repositories: ReadonlyMap<string, RepositoryRecord>;
  /** Snapshots by uuid that are under way or ended a moment ago. */
  readonly snapshots: ReadonlyMap<string, SnapshotRecord>;
  readonly snapshotDeletions: ReadonlyMap<string, DeletionRecord>;
  readonly restores: ReadonlyMap<string, RestoreRecord>;
  /** Policies by dialect and name; see `snapshotPolicyKey`. */
  readonly snapshotPolicies: ReadonlyMap<string, SnapshotPolicyRecord>;
  readonly snapshotLifecycle: SnapshotLifecycle;
  readonly persistentSettings: Settings;
  /** Settings that are lost when the whole cluster stops. */
  readonly transientSettings: Settings;
  /**
   * Deleted indices, newest last, at most `TOMBSTONE_LIMIT`. A node that was away removes their
   * data when it returns.
   */
  readonly tombstones: readonly Tombstone[];
  readonly votingExclusions: readonly VotingExclusion[];
}

export interface Tombstone {
  readonly name: string;
  readonly uuid: string;
  readonly deletedAtMs: number;
  /** Location of a remote-backed index's data, which a master removes. */
  readonly remote?: RemotePlace | undefined;
}

export interface RemotePlace {
  readonly repository: string;
  /** The index's folder in the repository. */
  readonly indexId: string;
}

export const TOMBSTONE_LIMIT = 500;

export type NodeRole = 'master' | 'data' | 'ingest' | 'coordinating' | 'remote_cluster_client';

export interface ClusterNode {
  readonly id: string;
  /** An id that is new with every start of the process. */
  readonly ephemeralId: string;
  readonly name: string;
  readonly host: string;
  /** The address as host and port, for example `127.0.0.1:9300`. */
  readonly transportAddress: string;
  readonly httpAddress: string | undefined;
  readonly roles: readonly NodeRole[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly version: string;
}

/** The state of a cluster that has no data yet. */
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

/**
 * The effective settings: configured, overridden by persistent, overridden by transient. Every
 * search reads them, so they are merged once per state.
 */
export const clusterSettings: (state: ClusterState) => Settings = onceFor((state) => {
  const { persistentSettings, transientSettings } = state.metadata;
  return new Map([...state.configuredSettings, ...persistentSettings, ...transientSettings]);
});

export function dataNodes(state: ClusterState): ClusterNode[] {
  return [...state.nodes.values()].filter((node) => node.roles.includes('data'));
}
