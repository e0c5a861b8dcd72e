/**
 * The settings of a resized index: the request's, the source's where the request gives none, and
 * the location of its documents.
 */
import { ApiError } from '@skein/errors';
import { INDEX_SETTINGS, type Settings, type SettingsUpdate } from '@skein/settings';
import type { IndexMetadata } from '../state/index_metadata.js';
import { setResizeSource } from './resize_source.js';
import type { ResizeKind } from './source_shards.js';

const ROUTING_SHARDS = 'index.number_of_routing_shards';
const SOFT_DELETES = 'index.soft_deletes.enabled';

/** Settings that are never copied from the source, even if the request gives none. */
const OWN: ReadonlySet<string> = new Set([
  'index.number_of_shards',
  'index.number_of_replicas',
  ROUTING_SHARDS,
]);

/**
 * Checks the settings in a request for an index made from `source`; null removes the source's
 * value.
 */
export function checkResizeSettings(
  kind: ResizeKind,
  source: IndexMetadata,
  settings: SettingsUpdate,
): void {
  if (settings.has(ROUTING_SHARDS) && !(kind === 'split' && source.numberOfShards === 1)) {
    throw new ApiError('illegal_argument_exception', `cannot provide ${ROUTING_SHARDS} on resize`);
  }
  if (settings.get(SOFT_DELETES) === 'false') {
    throw new ApiError(
      'illegal_argument_exception',
      `Can't disable [${SOFT_DELETES}] setting on resize`,
    );
  }
}

/**
 * The settings of the new index. `nodes` are the nodes on which the first copies may be; empty:
 * they follow from the source's primaries.
 */
export function resizedSettings(
  source: IndexMetadata,
  requested: SettingsUpdate,
  nodes: readonly string[],
): Map<string, string> {
  const settings = new Map<string, string>(copied(source.settings, requested));
  for (const [key, value] of requested) if (value !== null) settings.set(key, value);
  settings.set('index.routing_partition_size', String(source.routingPartitionSize));
  if (nodes.length > 0) {
    settings.set('index.routing.allocation.initial_recovery._id', nodes.join(','));
  }
  setResizeSource(settings, source);
  const version = source.settings.get('index.version.created');
  if (version !== undefined) settings.set('index.version.created', version);
  return settings;
}

function* copied(settings: Settings, requested: SettingsUpdate): Iterable<[string, string]> {
  for (const [key, value] of settings) {
    const isPrivate = INDEX_SETTINGS.find(key)?.update === 'private';
    if (!isPrivate && !OWN.has(key) && !requested.has(key)) yield [key, value];
  }
}
