/**
 * The metrics of this node: those read from other actors on each request, and those of requests.
 * Other nodes are not asked, since each has its own `/_metrics`.
 */
import { type ClusterState, isActive } from '@skein/cluster';
import type { MasterService } from '../master_service/mod.js';
import type { NodeHealths } from '../membership_host/mod.js';
import type { NodeOperations } from '../node_operations/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { LocalShard, Metrics } from './contract.js';
import { expositionOf } from './exposition.js';
import type { RequestMetrics } from './request_metrics.js';
import { SECTIONS } from './sections/all.js';

interface NodeMetricsParts {
  readonly nodeOperations: Pick<NodeOperations, 'localNodeId' | 'reports'>;
  readonly masterService: Pick<MasterService, 'state'>;
  readonly shardHost: Pick<ShardHost, 'callEach'>;
  readonly healths: Pick<NodeHealths, 'statusOf'>;
  readonly requestMetrics: Pick<RequestMetrics, 'text'>;
}

export class NodeMetrics implements Metrics {
  readonly #parts: NodeMetricsParts;

  constructor(parts: NodeMetricsParts) {
    this.#parts = parts;
  }

  async text(signal: AbortSignal): Promise<string> {
    const { nodeOperations, masterService, healths, requestMetrics } = this.#parts;
    const state = masterService.state();
    const [{ reports }, shards] = await Promise.all([
      nodeOperations.reports([nodeOperations.localNodeId], { signal }),
      this.#shards(state),
    ]);
    const statusOf = (nodeId: string) => healths.statusOf(nodeId);
    const families = reports.flatMap((report) =>
      SECTIONS.flatMap((section) => section({ report, shards, state, statusOf })),
    );
    return (await expositionOf(families)) + (await requestMetrics.text());
  }

  /** A shard that closes meanwhile is left out. */
  async #shards(state: ClusterState): Promise<readonly LocalShard[]> {
    const { nodeOperations, shardHost } = this.#parts;
    const own = [...state.metadata.indices.values()].flatMap(({ name, uuid: indexUuid }) =>
      (state.routing.get(name)?.shards ?? []).flatMap((copies, shardId) =>
        copies
          .filter((copy) => isActive(copy) && copy.nodeId === nodeOperations.localNodeId)
          .map(({ primary: isPrimary }) => ({ indexUuid, shardId, isPrimary })),
      ),
    );
    const outcomes = await shardHost.callEach('stats', own, {});
    return outcomes.flatMap((outcome, at) =>
      outcome.ok ? [{ isPrimary: own[at]?.isPrimary === true, stats: outcome.reply }] : [],
    );
  }
}
