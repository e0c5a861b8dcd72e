/** What a node can tell about itself and its process; asked of every chosen node by the `nodes` endpoints. Replies are plain data. */
import type { ProcessInfo, ProcessSample } from '@skein/platform';
import type { ScriptStats } from '@skein/script';
import type { ThreadPool } from '../shard_host/mod.js';
import type { NodeFacts } from './node_facts.js';

export { LocalNodeOperations } from './local_node_operations.js';
export type { NodeFacts } from './node_facts.js';

export interface NodeReport {
  readonly facts: NodeFacts;
  readonly process: ProcessInfo;
  readonly sample: ProcessSample;
  readonly http: { readonly currentOpen: number; readonly totalOpened: number };
  readonly threadPools: readonly ThreadPool[];
  /** What scripts did, by context. */
  readonly scripts: readonly (readonly [context: string, ScriptStats])[];
}

export interface NodeOperations {
  /** The node that answers. */
  readonly localNodeId: string;
  /** A report of each node that is there and answers. */
  reports(nodeIds: readonly string[]): Promise<readonly NodeReport[]>;
}
