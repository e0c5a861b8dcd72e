/** The actors of a node whose work outlives a single request. */
import type { CloseStack } from '@skein/base';
import { NODE, readSetting } from '@skein/settings';
import type { Actors } from './actors.js';
import { type AsyncSearchParts, ClusterAsyncSearches } from './async_search/mod.js';
import { type BulkByScrollParts, createBulkByScroll, RemoteAccess } from './bulk_by_scroll/mod.js';
import type { NodeConfig } from './config/node_config.js';
import { LifecycleHost, type LifecycleHostParts, LifecycleWork } from './lifecycle_host/mod.js';
import type { ClusterMaster } from './master_service/mod.js';
import type { NodeCalls } from './node_calls.js';
import type { NodeLinks } from './node_links/mod.js';
import { bodyBudget } from './node_memory.js';
import type { Ports } from './ports.js';
import type { SecureSettings } from './secure_settings/mod.js';
import type { SegmentMemory } from './shard_host/mod.js';
import type { NodeShardRouter } from './shard_router/mod.js';
import { StackTemplates } from './stack_templates/mod.js';
import { ClusterTasks, LocalTasks, TaskResults } from './tasks/mod.js';
import { Previews, TransformHost, type TransformHostParts } from './transform_host/mod.js';

/** Builds the actors whose work outlives a single request. */
export function longWork(
  services: Omit<BulkByScrollParts, 'tasks' | 'remote'> &
    Omit<AsyncSearchParts, 'nodeId' | 'tasks'> &
    Ports &
    Omit<TransformHostParts, 'localNodeId' | 'bulkByScroll'> &
    Pick<Actors, 'documentRouter' | 'pipelineRunner'> & {
      readonly masterService: ClusterMaster;
      readonly links: NodeLinks<NodeCalls>;
      readonly config: NodeConfig;
      readonly secrets: SecureSettings;
      readonly memory: Pick<SegmentMemory, 'bodies'>;
    },
  nodeId: string,
  stack: CloseStack,
): Pick<Actors, 'tasks' | 'bulkByScroll' | 'asyncSearches' | 'transforms'> {
  const local = new LocalTasks({ ...services, nodeId, results: new TaskResults(services) });
  const tasks = new ClusterTasks({ ...services, local });
  stack.add('tasks', () => tasks.stop());
  const asyncSearches = new ClusterAsyncSearches({ ...services, nodeId, tasks });
  stack.add('asynchronous searches', () => asyncSearches.stop());
  const remote = remoteClusters(services, services.secrets, stack);
  const bulkByScroll = createBulkByScroll({ ...services, tasks, remote });
  runTransforms({ ...services, bulkByScroll, localNodeId: nodeId }, stack);
  const transforms = new Previews(services);
  return { tasks, asyncSearches, bulkByScroll, transforms };
}

/** Access to other clusters, for reindex from remote. */
function remoteClusters(
  parts: Ports & {
    readonly config: NodeConfig;
    readonly memory: Pick<SegmentMemory, 'bodies'>;
  },
  secureSettings: SecureSettings,
  stack: CloseStack,
): BulkByScrollParts['remote'] {
  const { settings, http } = parts.config;
  const { reindex } = NODE;
  const client = parts.httpClient({
    authorities: readSetting(settings, reindex.authorities),
    certificate: readSetting(settings, reindex.certificate),
    key: readSetting(settings, reindex.key),
    keyPassphrase: parts.secureSettings.get('reindex.ssl.secure_key_passphrase'),
    verification: readSetting(settings, reindex.verification),
  });
  stack.add('remote clusters', () => client.close());
  return {
    client,
    access: new RemoteAccess({ settings, secureSettings }),
    turns: parts,
    maxAnswerBytes: http.maxContentLengthBytes,
    bodies: bodyBudget(parts.memory.bodies),
  };
}

/** Runs the lifecycle policies while this node is the master. */
export function carryOutPolicies(
  parts: Omit<LifecycleHostParts, 'allowedHosts' | 'localNodeId' | 'work'> & {
    readonly config: Pick<NodeConfig, 'settings'>;
    readonly shardRouter: Pick<NodeShardRouter, 'localNodeId'>;
  },
  master: Pick<ClusterMaster, 'addApplier'>,
  stack: CloseStack,
): void {
  const allowedHosts = readSetting(parts.config.settings, NODE.resources.webhookHosts);
  const { localNodeId } = parts.shardRouter;
  const work = new LifecycleWork({ ...parts, allowedHosts });
  const host = new LifecycleHost({ ...parts, allowedHosts, localNodeId, work });
  master.addApplier({
    name: 'lifecycle',
    apply: ({ previous, current }) => host.apply(previous, current),
  });
  stack.add('lifecycle', () => host.stop());
  const templates = new StackTemplates({ ...parts, localNodeId });
  master.addApplier({
    name: 'stack templates',
    apply: ({ current }) => templates.apply(current),
  });
  stack.add('stack templates', () => templates.stop());
  // The current state causes no change event, so it is applied here.
  const state = parts.masterService.state();
  host.begin(state);
  templates.apply(state);
}

/** Runs the transforms while this node is the master. */
function runTransforms(
  parts: TransformHostParts & { readonly masterService: ClusterMaster },
  stack: CloseStack,
): void {
  const host = new TransformHost(parts);
  const { masterService } = parts;
  masterService.addApplier({ name: 'transforms', apply: ({ current }) => host.apply(current) });
  stack.add('transforms', () => host.stop());
  // The current state causes no change event, so it is applied here.
  host.apply(masterService.state());
}
