/** What one node can tell about itself and its process; asked of every chosen node by the `nodes` endpoints. */
import type { JsonObject } from '@skein/content';
import type { NodeFacts } from './node_facts.js';
import type { ProcessFacts } from './process_facts.js';

export type { NodeFacts } from './node_facts.js';
export type { ProcessFacts, ProcessSample } from './process_facts.js';

export interface NodeOperations {
  /** What does not change while the node runs: id, name, addresses, version, roles. */
  facts(): NodeFacts;
  /** The process now: memory, garbage collection, event loop, disk. */
  sample(): ReturnType<ProcessFacts['sample']>;
  /** Counters of the HTTP server: `{current_open, total_opened}`. */
  httpStats(): JsonObject;
}
