/** Reports of a cluster whose only node is this one. */
import type { ProcessProbe } from '@skein/platform';
import type { ScriptCounters } from '@skein/script';
import type { ShardHost } from '../shard_host/mod.js';
import type { NodeOperations, NodeReport } from './mod.js';
import type { NodeFacts } from './node_facts.js';

export interface LocalNodeParts {
  readonly nodeId: string;
  /** Complete once the HTTP server is bound. */
  readonly facts: () => NodeFacts;
  readonly probe: ProcessProbe;
  readonly httpStats: () => NodeReport['http'];
  readonly shardHost: Pick<ShardHost, 'threadPools'>;
  readonly scriptCounters: Pick<ScriptCounters, 'byContext'>;
}

export class LocalNodeOperations implements NodeOperations {
  readonly #parts: LocalNodeParts;

  constructor(parts: LocalNodeParts) {
    this.#parts = parts;
  }

  get localNodeId(): string {
    return this.#parts.nodeId;
  }

  async reports(nodeIds: readonly string[]): Promise<readonly NodeReport[]> {
    const { nodeId, facts, probe, httpStats, shardHost, scriptCounters } = this.#parts;
    if (!nodeIds.includes(nodeId)) return [];
    return [
      {
        facts: facts(),
        process: probe.info,
        sample: probe.sample(),
        http: httpStats(),
        threadPools: shardHost.threadPools(),
        scripts: scriptCounters.byContext(),
      },
    ];
  }
}
