/** Parts of answers that come from several nodes. */
import { integers, list, mapOf, object, ref, text, texts } from './schema.js';

/** What stands before the reports of nodes. */
export const NODES_HEADING = {
  cluster_name: text,
  _nodes: object({
    ...integers('total', 'successful', 'failed'),
    failures: list(ref('ErrorCause')),
  }),
};

export const exampleHeading = {
  _nodes: { total: 1, successful: 1, failed: 0 },
  cluster_name: 'skein',
};

export const attributes = mapOf(text);

export const NODE_IDENTITY = {
  ...texts('name', 'transport_address', 'host', 'ip'),
  roles: list(text),
  attributes,
};

export const exampleNode = {
  name: 'node-1',
  transport_address: '127.0.0.1:9300',
  host: '127.0.0.1',
  ip: '127.0.0.1:9300',
  roles: ['cluster_manager', 'data', 'ingest'],
};

export const nodesAnswer = (node: Parameters<typeof object>[0]) =>
  object({ ...NODES_HEADING, nodes: mapOf(object(node)) });
