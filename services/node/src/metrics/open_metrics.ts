/** The metrics of a node on a separate port, if `metrics.port` is set. */
import type { CloseStack } from '@skein/base';
import { NODE, readSetting } from '@skein/settings';
import type { NodeConfig } from '../config/node_config.js';
import type { Ports } from '../ports.js';
import type { Metrics } from './contract.js';

/** Rejects when the port cannot be bound. */
export async function openMetrics(parts: {
  readonly config: Pick<NodeConfig, 'settings'>;
  readonly ports: Pick<Ports, 'listenForMetrics' | 'log'>;
  readonly metrics: Metrics;
  readonly stack: CloseStack;
}): Promise<void> {
  const { config, ports, metrics, stack } = parts;
  const port = readSetting(config.settings, NODE.metrics.port);
  if (port < 0) return;
  const host = readSetting(config.settings, NODE.metrics.host);
  const { signal } = new AbortController();
  const server = await ports.listenForMetrics({ host, port, text: () => metrics.text(signal) });
  stack.add('metrics', () => server.stop());
  ports.log.info('metrics port opened', { url: server.url });
}
