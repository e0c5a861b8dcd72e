/** Collects this node's report about itself. */
import type { Clock } from '@skein/base';
import type { FileCache, ProcessProbe } from '@skein/platform';
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
  readonly probe: ProcessProbe;
  readonly httpStats: () => NodeReport['http'];
  readonly shardHost: Pick<ShardHost, 'aggregationUses' | 'threadPools'>;
  readonly pipelineRunner: Pick<PipelineRunner, 'report' | 'threadPool'>;
  readonly masterService: Pick<MasterService, 'state'>;
  readonly memory: Pick<SegmentMemory, 'breakers'>;
  readonly usage: Pick<RestUsage, 'report'>;
  readonly work: () => NodeReport['work'];
  readonly failures: { readonly counts: NodeReport['failedRequests'] };
  readonly scriptCounters: Pick<ScriptCounters, 'byContext'>;
  readonly fileCache: Pick<FileCache, 'limitBytes' | 'stats'>;
}

export function localReport(parts: LocalReportParts): NodeReport {
  const { facts, probe, httpStats, shardHost, pipelineRunner, scriptCounters } = parts;
  const sample = probe.sample();
  const { breakers } = parts.memory;
  breakers.sampleReal(sample.residentBytes);
  return {
    atMs: parts.clock.nowMs(),
    facts,
    process: probe.info,
    sample,
    http: httpStats(),
    work: parts.work(),
    failedRequests: parts.failures.counts,
    breakers: breakers.reports(),
    threadPools: [pipelineRunner.threadPool(), ...shardHost.threadPools()],
    ingest: pipelineRunner.report(),
    usage: parts.usage.report,
    aggregations: shardHost.aggregationUses(),
    scripts: scriptCounters.byContext(),
    fileCache: { limitBytes: parts.fileCache.limitBytes, ...parts.fileCache.stats() },
  };
}
