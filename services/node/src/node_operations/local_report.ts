/** What this node tells of itself. */
import type { ProcessProbe } from '@skein/platform';
import type { ScriptCounters } from '@skein/script';
import type { ShardHost } from '../shard_host/mod.js';
import type { NodeReport } from './mod.js';
import type { NodeFacts } from './node_facts.js';

export interface LocalReportParts {
  readonly facts: NodeFacts;
  readonly probe: ProcessProbe;
  readonly httpStats: () => NodeReport['http'];
  readonly shardHost: Pick<ShardHost, 'threadPools'>;
  readonly scriptCounters: Pick<ScriptCounters, 'byContext'>;
}

export function localReport(parts: LocalReportParts): NodeReport {
  const { facts, probe, httpStats, shardHost, scriptCounters } = parts;
  return {
    facts,
    process: probe.info,
    sample: probe.sample(),
    http: httpStats(),
    threadPools: shardHost.threadPools(),
    scripts: scriptCounters.byContext(),
  };
}
