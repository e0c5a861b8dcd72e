/**
 * The actors that an endpoint can call. Each interface lives in its actor's `mod.ts`; `node.ts`
 * builds the actors and fills this table.
 */
import type { AllocationHost } from './allocation_host/mod.js';
import type { AsyncSearches } from './async_search/mod.js';
import type { BulkByScroll } from './bulk_by_scroll/mod.js';
import type { DocumentRouter } from './document_router/mod.js';
import type { MasterService } from './master_service/mod.js';
import type { Metrics } from './metrics/mod.js';
import type { NodeCalls } from './node_calls.js';
import type { NodeLinks } from './node_links/mod.js';
import type { NodeOperations } from './node_operations/mod.js';
import type { PipelineRunner } from './pipeline_runner/mod.js';
import type { SearchCoordinator } from './search_coordinator/mod.js';
import type { SecureSettings } from './secure_settings/mod.js';
import type { Security } from './security/mod.js';
import type { ShardHost } from './shard_host/mod.js';
import type { ShardRouter } from './shard_router/mod.js';
import type { Snapshots } from './snapshot_host/mod.js';
import type { SnapshotPolicies } from './snapshot_policies/mod.js';
import type { Tasks } from './tasks/mod.js';
import type { Transforms } from './transform_host/mod.js';

export interface Actors {
  readonly nodeLinks: NodeLinks<NodeCalls>;
  readonly masterService: MasterService;
  readonly allocation: Pick<AllocationHost, 'explain' | 'tryCommands' | 'lookingFor' | 'stores'>;
  readonly shardHost: ShardHost;
  readonly shardRouter: ShardRouter;
  readonly pipelineRunner: PipelineRunner;
  readonly documentRouter: DocumentRouter;
  readonly searchCoordinator: SearchCoordinator;
  readonly asyncSearches: AsyncSearches;
  readonly bulkByScroll: BulkByScroll;
  readonly tasks: Tasks;
  readonly transforms: Transforms;
  readonly snapshots: Snapshots;
  readonly snapshotPolicies: SnapshotPolicies;
  readonly nodeOperations: NodeOperations;
  readonly metrics: Metrics;
  readonly secureSettings: SecureSettings;
  /** Checks resolved index names. The permission for the endpoint itself was checked before. */
  readonly security: Security;
}
