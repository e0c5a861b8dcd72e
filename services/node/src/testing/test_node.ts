/** A node of a cluster state, for tests that need one and not a certain one. */
import type { ClusterNode } from '@skein/cluster';

export const TEST_NODE: ClusterNode = {
  id: 'n1',
  ephemeralId: 'e1',
  name: 'one',
  host: '127.0.0.1',
  transportAddress: '127.0.0.1:9300',
  httpAddress: '127.0.0.1:9200',
  roles: ['master', 'data'],
  attributes: new Map(),
  version: '0.1.0',
};
