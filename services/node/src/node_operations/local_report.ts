/** Collects this node's report about itself. */
import type { Clock, Timers } from '@skein/base';
import type { FileCache, ProcessProbe, ThreadProfiler } from '@skein/platform';
import type { ScriptCounters } from '@skein/script';
import type { MasterService } from '../master_service/mod.js';
import type { PipelineRunner } from '../pipeline_runner/mod.js';
import type { SegmentMemory, ShardHost } from '../shard_host/mod.js';
import type { NodeReport } from './contract.js';
import type { NodeFacts } from './node_facts.js';
import type { RestUsage } from './rest_usage.js';

export interface LocalReportParts {
  readonly clock: Clock;
  readonly facts: NodeFacts;
  readonly timers: Timers;
  readonly probe: ProcessProbe;
  readonly profiler: Pick<ThreadProfiler, 'heaps'>;
  readonly httpStats: () => NodeReport['http'];
  readonly shardHost: Pick<ShardHost, 'aggregationUses' | 'threadPools'>;
  readonly pipelineRunner: Pick<PipelineRunner, 'report' | 'threadPool'>;
  readonly masterService: Pick<MasterService, 'state'>;
  readonly memory: Pick<SegmentMemory, 'breakers' | 'space'>;
  readonly usage: Pick<RestUsage, 'report'>;
  readonly work: () => NodeReport['work'];
  readonly failures: { readonly counts: NodeReport['failedRequests'] };
  readonly scriptCounters: Pick<ScriptCounters, 'byContext'>;
  readonly fileCache: Pick<FileCache, 'limitBytes' | 'stats'>;
}

/** Milliseconds after which a thread that does not tell the size of its heap is not waited for. */
const HEAP_PATIENCE_MS = 100;

export async function localReport(parts: LocalReportParts): Promise<NodeReport> {
  const { facts, probe, httpStats, shardHost, pipelineRunner, scriptCounters } = parts;
  const heaps = await threadHeaps(parts);
  const sample = probe.sample();
  const { breakers, space } = parts.memory;
  breakers.sampleReal(sample.residentBytes);
  return {
    atMs: parts.clock.nowMs(),
    facts,
    process: probe.info,
    sample,
    http: httpStats(),
    work: parts.work(),
    failedRequests: parts.failures.counts,
    memory: { heaps, segmentBytes: space.usedBytes },
    breakers: breakers.reports(),
    threadPools: [pipelineRunner.threadPool(), ...shardHost.threadPools()],
    ingest: pipelineRunner.report(),
    usage: parts.usage.report,
    aggregations: shardHost.aggregationUses(),
    scripts: scriptCounters.byContext(),
    fileCache: { limitBytes: parts.fileCache.limitBytes, ...parts.fileCache.stats() },
  };
}

async function threadHeaps({ timers, profiler }: Pick<LocalReportParts, 'timers' | 'profiler'>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const patience = timers.after(HEAP_PATIENCE_MS, resolve);
  try {
    return await profiler.heaps(promise);
  } finally {
    patience.cancel();
  }
}
