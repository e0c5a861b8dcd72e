/** Counters that are shared by the whole node, for monitoring. */
import type { CloseStack } from '@skein/base';
import { ScriptCounters } from '@skein/script';
import { FailureLog } from './api/failure_log.js';
import { DocumentStatuses } from './document_router/mod.js';
import type { Membership } from './join_cluster.js';
import { RequestMetrics } from './metrics/mod.js';
import type { NodeCalls } from './node_calls.js';
import type { MeshLinks } from './node_links/mod.js';
import { type NodeWork, RestUsage } from './node_operations/mod.js';
import type { Ports } from './ports.js';
import { SearchTimes } from './search_coordinator/mod.js';
import { IndexingPressure } from './shard_host/mod.js';
import type { NodeShardRouter } from './shard_router/mod.js';
import type { SlowLines } from './slow_lines.js';

export function startCounters(ports: Ports, stack: CloseStack) {
  const failures = new FailureLog(ports);
  stack.add('failure log', () => failures.stop());
  return {
    scriptCounters: new ScriptCounters(),
    usage: new RestUsage(ports.clock),
    requestMetrics: new RequestMetrics(),
    pressure: new IndexingPressure(),
    documentStatuses: new DocumentStatuses(),
    searchTimes: new SearchTimes(),
    failures,
  };
}

export function workOf(parts: {
  readonly links: MeshLinks<NodeCalls>;
  readonly membership: Pick<Membership, 'statesReport'>;
  readonly shardRouter: Pick<NodeShardRouter, 'responses'>;
  readonly pressure: IndexingPressure;
  readonly documentStatuses: DocumentStatuses;
  readonly searchTimes: SearchTimes;
  readonly slowLines: SlowLines;
}): () => NodeWork {
  const { links, membership, shardRouter, pressure, documentStatuses, searchTimes, slowLines } =
    parts;
  return () => ({
    traffic: links.traffic,
    states: membership.statesReport(),
    responses: shardRouter.responses,
    pressure: pressure.report,
    documentStatuses: documentStatuses.report,
    searchTimes: searchTimes.report,
    slowLines: slowLines.report,
  });
}
