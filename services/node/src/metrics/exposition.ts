/** Renders families in the Prometheus text format. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { Family } from './contract.js';

export function expositionOf(families: readonly Family[]): Promise<string> {
  const registry = new Registry();
  for (const family of families) add(registry, family);
  return registry.metrics();
}

function add(registry: Registry, { kind, name, help, samples }: Family): void {
  const labelNames = [...new Set(samples.flatMap(({ labels = {} }) => Object.keys(labels)))];
  const options = { name, help, labelNames, registers: [registry] };
  if (kind === 'gauge') {
    const metric = new Gauge(options);
    for (const { labels = {}, value } of samples) metric.set(labels, value);
  } else {
    const metric = new Counter(options);
    for (const { labels = {}, value } of samples) metric.inc(labels, value);
  }
}
