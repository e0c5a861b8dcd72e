/**
 * The actors around the cluster state: the membership that delivers it, the shards it assigns to
 * this node, and the allocation that decides on it.
 */
import type { CloseStack } from '@skein/base';
import { committedMaxSeqNo } from '@skein/engine';
import type { ScriptCounters } from '@skein/script';
import { CLUSTER_SETTINGS, NODE, readSetting } from '@skein/settings';
import { AllocationHost, CopyIdentities, KnownDisks, localDisk } from './allocation_host/mod.js';
import type { NodeConfig } from './config/node_config.js';
import { clusterNodeOf } from './coordination_host/mod.js';
import { FsHealth } from './fs_health/mod.js';
import { joinCluster, type Membership } from './join_cluster.js';
import type { ClusterMaster, MasterService } from './master_service/mod.js';
import { type NodeHealths, SelfReport } from './membership_host/mod.js';
import type { NodeCalls } from './node_calls.js';
import type { MeshLinks } from './node_links/mod.js';
import { limitMemory } from './node_memory.js';
import { createPipelineRunner, type PipelineRunner } from './pipeline_runner/mod.js';
import type { Ports } from './ports.js';
import type { Repositories } from './repositories/mod.js';
import type { SearchContexts } from './search_coordinator/mod.js';
import type { NodeSecureSettings } from './secure_settings/mod.js';
import {
  createShardHost,
  type IndexingPressure,
  type SegmentMemory,
  type ShardHost,
  writeLine,
} from './shard_host/mod.js';
import { openRepositories, remotePort, shardRepositories } from './snapshot_work.js';

export interface StateParts {
  readonly config: NodeConfig;
  readonly ports: Ports;
  readonly links: MeshLinks<NodeCalls>;
  readonly stack: CloseStack;
  readonly scriptCounters: ScriptCounters;
  readonly contexts: SearchContexts;
  readonly memory: SegmentMemory;
  readonly pressure: IndexingPressure;
  readonly secrets: NodeSecureSettings;
}

function hostShards(
  { config, ports, links, scriptCounters, memory, pressure }: StateParts,
  master: MasterService,
  identities: CopyIdentities,
  repositories: Repositories,
): ShardHost {
  return createShardHost({
    nodeId: links.localNodeId,
    links,
    dataPath: config.dataPath,
    master,
    spawner: ports.threads,
    engineThreads: config.engineWorkers,
    searchThreads: config.searchWorkers,
    mergeThreads: config.mergeWorkers,
    flushesElsewhere: config.flushesElsewhere,
    memory,
    bufferLimitBytes: config.indexBufferBytes,
    shardInactiveMs: readSetting(config.settings, NODE.resources.shardInactive),
    writeQueueSize: readSetting(config.settings, NODE.resources.writeQueue),
    requestCache: {
      limitBytes: config.requestCacheBytes,
      expireMs: readSetting(config.settings, NODE.resources.requestCacheExpire),
    },
    searchQueueSize: readSetting(config.settings, NODE.resources.searchQueue),
    timers: ports.timers,
    log: ports.log,
    scriptCounters,
    pressure,
    identities,
    removeFolder: ports.removeFolder,
    repositories: shardRepositories(repositories),
    remotePort: remotePort(repositories),
    random: ports.random,
    clock: ports.clock,
    openDirectory: ports.openDirectory,
    kernels: ports.kernels,
  });
}

function runPipelines(
  { config, ports, links, scriptCounters }: StateParts,
  masterService: MasterService,
): PipelineRunner {
  return createPipelineRunner({
    links,
    masterService,
    spawner: ports.threads,
    maxThreads: config.engineWorkers,
    queueSize: readSetting(config.settings, NODE.resources.writeQueue),
    matchLimitMs: readSetting(config.settings, NODE.resources.grokLimit),
    attachments: {
      maxBytes: readSetting(config.settings, NODE.resources.attachmentSize),
      limitMs: readSetting(config.settings, NODE.resources.attachmentTime),
    },
    timers: ports.timers,
    scriptCounters,
    log: (line) => {
      writeLine(ports.log, line);
      return {};
    },
  });
}

function copyIdentities({ config, ports }: StateParts): CopyIdentities {
  return new CopyIdentities(ports.smallFile, (folder) => {
    const directory = ports.openDirectory(`${config.dataPath}/${folder}/index`);
    try {
      return committedMaxSeqNo(directory);
    } finally {
      directory.closeReads();
    }
  });
}

export async function startState(parts: StateParts): Promise<{
  readonly master: ClusterMaster;
  readonly healths: NodeHealths;
  readonly shardHost: ShardHost;
  readonly pipelineRunner: PipelineRunner;
  readonly repositories: Repositories;
  readonly allocation: AllocationHost;
  readonly membership: Membership;
}> {
  const { config, ports, links, stack, contexts } = parts;
  const { localNodeId: nodeId } = links;
  const disks = new KnownDisks();
  const identities = copyIdentities(parts);
  const membership = await joinCluster({
    config,
    ports,
    links,
    localNode: clusterNodeOf(links.identity),
    configuredSettings: clusterSettingsOf(config),
    facts: disks,
  });
  const { master, healths } = membership;
  const repositories = openRepositories({ ...parts, master });
  const shardHost = hostShards(parts, master, identities, repositories);
  master.addApplier({
    name: 'shards',
    apply: ({ previous, current }) => shardHost.apply(previous, current),
  });
  const pipelineRunner = runPipelines(parts, master);
  master.addApplier({
    name: 'pipelines',
    apply: ({ previous, current }) => pipelineRunner.apply(previous, current),
  });
  stack.add('pipelines', () => pipelineRunner.stop());
  const { memory } = parts;
  master.addApplier({
    name: 'memory',
    apply: ({ current }) => limitMemory(current, memory, config),
  });
  master.addApplier({ name: 'search contexts', apply: () => contexts.dropLost() });
  const allocation = new AllocationHost({
    ...ports,
    nodeId,
    roles: clusterNodeOf(links.identity).roles,
    links,
    master,
    disks,
    identities,
    diskOf: () => localDisk({ ...ports, shardHost }),
  });
  master.addApplier({ name: 'allocation', apply: (change) => allocation.apply(change) });
  stack.add('shards', () => shardHost.stop());
  stack.add('membership', () => membership.stop());
  stack.add('allocation', () => allocation.stop());
  await membership.start();
  startReports(parts, membership, shardHost);
  return { master, healths, shardHost, pipelineRunner, repositories, allocation, membership };
}

/** Reports this node's disk, search queue and health to the other nodes for as long as it runs. */
function startReports(
  { config, ports, stack }: StateParts,
  membership: Membership,
  shardHost: ShardHost,
): void {
  const report = new SelfReport({
    timers: ports.timers,
    disk: () => ports.probe.disk(),
    searchQueue: () => shardHost.searchQueue(),
    say: (key, value) => membership.say(key, value),
  });
  const fsHealth = new FsHealth({
    ...ports,
    intervalMs: readSetting(config.settings, NODE.resources.fsHealthInterval),
    state: () => membership.master.state(),
    onChange: (isHealthy) => membership.setHealth(isHealthy),
  });
  stack.add('reports', () => {
    report.stop();
    fsHealth.stop();
  });
  report.start();
  void fsHealth.start();
}

/**
 * Cluster settings in the node's configuration. The settings of the cluster state override them.
 */
function clusterSettingsOf(config: NodeConfig): ReadonlyMap<string, string> {
  return new Map([...config.settings].filter(([key]) => CLUSTER_SETTINGS.find(key) !== undefined));
}
