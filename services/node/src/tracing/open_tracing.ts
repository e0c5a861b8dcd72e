/** Tracing according to the settings `tracing.*`. */
import type { Clock } from '@skein/base';
import { NODE, readSetting } from '@skein/settings';
import type { NodeConfig } from '../config/node_config.js';
import { SKEIN_VERSION } from '../version.js';
import type { Tracing } from './contract.js';

/** Undefined if tracing is off; its packages are then not loaded. */
export async function openTracing(
  { settings, clusterName, nodeName }: NodeConfig,
  clock: Clock,
  nodeId: string,
): Promise<Tracing | undefined> {
  const { enabled, endpoint, share, delay } = NODE.tracing;
  if (!readSetting(settings, enabled)) return undefined;
  const { openTelemetry } = await import('./open_telemetry.js');
  return openTelemetry({
    endpoint: readSetting(settings, endpoint),
    share: readSetting(settings, share),
    delayMs: readSetting(settings, delay),
    clock,
    // Names of OpenTelemetry's semantic conventions for resources.
    resource: {
      'service.name': 'skein',
      'service.version': SKEIN_VERSION,
      'service.namespace': clusterName,
      'service.instance.id': nodeId,
      'skein.node': nodeName,
    },
  });
}
