/**
 * Wires up repositories and snapshots: this node's own part in snapshots, and its part as the
 * master.
 */
import { type CloseStack, randomId } from '@skein/base';
import type { Actors } from './actors.js';
import type { NodeConfig } from './config/node_config.js';
import type { ClusterMaster } from './master_service/mod.js';
import type { NodeCalls } from './node_calls.js';
import type { MeshLinks } from './node_links/mod.js';
import type { Ports } from './ports.js';
import { Repositories } from './repositories/mod.js';
import type { NodeSecureSettings } from './secure_settings/mod.js';
import type { Security } from './security/mod.js';
import type { RemotePort, ShardHost, ShardRepositories } from './shard_host/mod.js';
import {
  ClusterSnapshots,
  masterStorage,
  RemoteRemovals,
  ShardTakings,
  SnapshotMaster,
  type Snapshots,
} from './snapshot_host/mod.js';
import {
  PolicyRuns,
  type SnapshotPolicies,
  SnapshotPolicyHost,
  type SnapshotPolicyHostParts,
} from './snapshot_policies/mod.js';
import { REFERENCE_VERSION } from './version.js';

export function openRepositories(parts: {
  readonly config: Pick<NodeConfig, 'repositories'>;
  readonly ports: Ports;
  readonly secrets: NodeSecureSettings;
  readonly master: Pick<ClusterMaster, 'state'>;
}): Repositories {
  const { config, ports, secrets, master } = parts;
  return new Repositories({
    place: config.repositories,
    secureSettings: secrets,
    spawner: ports.threads,
    timers: ports.timers,
    log: ports.log,
    fileCache: ports.fileCache,
    state: () => master.state(),
  });
}

/**
 * Gives shards of restored indices access to their files: full copies, or single blocks for
 * searchable snapshots.
 */
export function shardRepositories(repositories: Repositories): ShardRepositories {
  return {
    fetch: async ({ repository, snapshot, indexId }, { shardId, generation, path }, signal) => {
      const request = { snapshotUuid: snapshot.uuid, indexId, shard: shardId, generation, path };
      const options = { signal };
      const fetched = await repositories.operate(repository, 'restore_shard', request, options);
      return fetched.commit;
    },
    mount: async ({ repository, snapshot, indexId }, { shardId, ...place }, signal) => {
      const request = { snapshotUuid: snapshot.uuid, indexId, shard: shardId, ...place };
      await repositories.operate(repository, 'mount_shard', request, { signal });
    },
    fetchBlocks: (asked) => repositories.fetchBlocks(asked),
    dropBlocks: (folder) => repositories.dropBlocks(folder),
  };
}

/** Gives shards of remote-backed indices access to their remote store. */
export function remotePort(repositories: Repositories): RemotePort {
  return {
    findEnd: (name, request) => repositories.operate(name, 'remote_find_end', request),
    read: (name, request) => repositories.operate(name, 'remote_read', request),
    create: (name, request) => repositories.operate(name, 'remote_create', request),
    trim: (name, request) => repositories.operate(name, 'remote_trim', request),
    takeCommit: (name, request, signal) =>
      repositories.operate(name, 'remote_take_commit', request, { signal }),
    writeMetadata: (name, request) => repositories.operate(name, 'remote_write_metadata', request),
    restore: (name, request, signal) =>
      repositories.operate(name, 'remote_restore_shard', request, { signal }),
  };
}

interface SnapshotParts {
  readonly ports: Ports;
  readonly links: MeshLinks<NodeCalls>;
  readonly master: ClusterMaster;
  readonly shardHost: ShardHost;
  readonly repositories: Repositories;
  readonly security: Security;
  readonly stack: CloseStack;
}

/** The actors for snapshots on request, and for snapshot policies. */
export function snapshotActors(
  parts: SnapshotParts,
): Pick<Actors, 'snapshots' | 'snapshotPolicies'> {
  const { ports, links, security, master, stack } = parts;
  const snapshots = takeSnapshots(parts);
  const { localNodeId } = links;
  const runs = { ...ports, localNodeId, snapshots, security, masterService: master };
  return { snapshots, snapshotPolicies: runSnapshotPolicies(runs, stack) };
}

function takeSnapshots(parts: SnapshotParts): Snapshots {
  const { ports, links, master, shardHost, repositories, stack } = parts;
  const { localNodeId } = links;
  const common = { ...ports, localNodeId, masterService: master, repositories };
  const nowMs = () => ports.clock.nowMs();
  const takings = new ShardTakings({ ...common, shardHost, nowMs });
  const leading = new SnapshotMaster({
    ...common,
    storageOf: (repository, term) =>
      masterStorage(repositories, {
        repository,
        term,
        known: () => master.state().metadata.repositories.get(repository)?.generation ?? -1,
      }),
    newUuid: () => randomId(ports.random),
    version: REFERENCE_VERSION,
  });
  const removals = new RemoteRemovals(common);
  master.addApplier({
    name: 'snapshots',
    apply: ({ previous, current }) => {
      repositories.apply(previous, current);
      removals.apply(previous, current);
      takings.apply(current);
      leading.apply(current);
    },
  });
  stack.add('repositories', () => repositories.stop());
  stack.add('snapshots of the cluster', () => leading.stop());
  stack.add('remote stores of deleted indices', () => removals.stop());
  stack.add('snapshots of shards', () => takings.stop());
  // The current state causes no change event, so it is applied here.
  takings.apply(master.state());
  leading.apply(master.state());
  return new ClusterSnapshots({
    links,
    masterService: master,
    repositories,
    takings,
    random: ports.random,
  });
}

/** Runs the snapshot policies while this node is the master. */
function runSnapshotPolicies(
  parts: SnapshotPolicyHostParts & { readonly masterService: ClusterMaster },
  stack: CloseStack,
): SnapshotPolicies {
  const { masterService } = parts;
  const host = new SnapshotPolicyHost(parts);
  masterService.addApplier({
    name: 'snapshot policies',
    apply: ({ current }) => host.apply(current),
  });
  stack.add('snapshot policies', () => host.stop());
  // The current state causes no change event, so it is applied here.
  host.apply(masterService.state());
  return new PolicyRuns(parts);
}
