/** Processors by name, and the names of unsupported ones. */
import type { ProcessorType } from '../processor_type.js';
import * as all from './all.js';

const TYPES: ReadonlyMap<string, ProcessorType> = new Map(
  Object.values(all).map((type) => [type.name, type]),
);

export function processorType(name: string): ProcessorType | undefined {
  return TYPES.get(name);
}

/**
 * Processors of plugins that use models, data or services from elsewhere, and `geojson-feature` of
 * OpenSearch's geospatial plugin.
 */
export const REFUSED_PROCESSORS: ReadonlySet<string> = new Set([
  'enrich',
  'geojson-feature',
  'inference',
  'ip2geo',
  'ml_inference',
  'set_security_user',
  'circle',
  'sparse_encoding',
  'text_chunking',
  'text_embedding',
  'text_image_embedding',
]);

export function refusedProcessor(name: string): string | undefined {
  return REFUSED_PROCESSORS.has(name) ? `processor [${name}] is not supported` : undefined;
}
