/** Parts of answers that come from several nodes. */
import * as s from './schema.js';

/** The members before the reports of nodes. */
export const NODES_HEADING = {
  cluster_name: s.text,
  _nodes: s.object({
    ...s.integers('total', 'successful', 'failed'),
    failures: s.list(s.ref('ErrorCause')),
  }),
};

export const exampleHeading = {
  _nodes: { total: 1, successful: 1, failed: 0 },
  cluster_name: 'skein',
};

export const attributes = s.mapOf(s.text);

export const NODE_IDENTITY = {
  ...s.texts('name', 'transport_address', 'host', 'ip'),
  roles: s.list(s.text),
  attributes,
};

export const exampleNode = {
  name: 'node-1',
  transport_address: '127.0.0.1:9300',
  host: '127.0.0.1',
  ip: '127.0.0.1:9300',
  roles: ['cluster_manager', 'data', 'ingest'],
};

export const nodesAnswer = (node: Parameters<typeof s.object>[0]) =>
  s.object({ ...NODES_HEADING, nodes: s.mapOf(s.object(node)) });
