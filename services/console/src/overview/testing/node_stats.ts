/** For tests: a node that has done nothing. */
import type { NodeStats } from '../cluster_shapes.js';

export const IDLE_NODE: NodeStats = {
  name: 'a',
  roles: [],
  os: { cpu: { percent: 0 }, mem: { used_percent: 0, total_in_bytes: 0 } },
  jvm: { uptime_in_millis: 0, mem: { heap_used_percent: 0 } },
  fs: { total: { total_in_bytes: 0, available_in_bytes: 0 } },
  breakers: {},
  thread_pool: {},
  slow_log: { total: 0, latest: [] },
  indices: {
    docs: { count: 0 },
    store: { size_in_bytes: 0 },
    indexing: { index_total: 0 },
    search: { query_total: 0 },
  },
};
