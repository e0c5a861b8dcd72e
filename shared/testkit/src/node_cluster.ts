/** Nodes of one cluster as child processes, which find each other on loopback. */
import { join } from 'node:path';
import { freePorts } from './free_ports.js';
import { type Launch, ServiceProcess } from './service_process.js';

/**
 * Starts nodes `n0`, `n1`, … with data in folders of `folder`. If one of them cannot start, the
 * others are ended, and the promise rejects.
 */
export async function startNodes(
  root: string,
  folder: string,
  count: number,
  settings: Readonly<Record<string, string>> = {},
  launch?: Launch,
): Promise<readonly ServiceProcess[]> {
  const ports = await freePorts(count);
  const names = ports.map((_port, i) => `n${i}`);
  const shared = {
    'http.port': '0',
    'transport.secret': 'nodes of one cluster',
    'discovery.seed_hosts': ports.map((port) => `127.0.0.1:${port}`).join(','),
    'cluster.initial_master_nodes': names.join(','),
    ...settings,
  };
  const failing = new AbortController();
  const starting = names.map((name, i) => {
    const own = {
      'node.name': name,
      'path.data': join(folder, name),
      'transport.port': String(ports[i]),
    };
    return ServiceProcess.start(root, 'node', { ...shared, ...own }, launch, failing.signal);
  });
  try {
    return await Promise.all(starting);
  } catch (error) {
    // The others may wait for the node that failed.
    failing.abort();
    throw error;
  }
}
