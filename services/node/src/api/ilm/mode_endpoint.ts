/** The two endpoints that start and stop ILM. */
import type { Endpoint } from '../endpoint.js';
import { modeEndpoint } from '../mode_endpoint.js';

export function ilmMode(name: 'start' | 'stop'): Endpoint {
  return modeEndpoint({
    lifecycle: 'ilm',
    name,
    privilege: 'cluster:manage',
    change: (master, { isStopped, options }) =>
      master.submit('set_lifecycle_mode', { isStopped }, options),
  });
}
