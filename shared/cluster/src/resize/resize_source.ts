/**
 * The source of a resized index: how the target's settings name it, and the conditions it must
 * meet.
 */
import { ApiError } from '@skein/errors';
import type { SettingsUpdate } from '@skein/settings';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { type IndexMetadata, indexNotFound } from '../state/index_metadata.js';
import type { ResizeKind } from './source_shards.js';

const SOURCE_UUID = 'index.resize.source.uuid';
const SOURCE_NAME = 'index.resize.source.name';
const READ_ONLY = 'index.blocks.read_only';

/** The source of an index; undefined: it was not resized from another one. */
interface ResizeSource {
  readonly uuid: string;
  readonly name: string;
}

export function resizeSource({
  settings,
}: Pick<IndexMetadata, 'settings'>): ResizeSource | undefined {
  const uuid = settings.get(SOURCE_UUID);
  return uuid === undefined ? undefined : { uuid, name: settings.get(SOURCE_NAME) ?? '' };
}

export function setResizeSource(settings: Map<string, string>, source: IndexMetadata): void {
  settings.set(SOURCE_NAME, source.name);
  settings.set(SOURCE_UUID, source.uuid);
}

/** The source index of `target`, if it still exists. */
export function findResizeSource(
  state: ClusterState,
  target: Pick<IndexMetadata, 'settings'>,
): IndexMetadata | undefined {
  const source = resizeSource(target);
  const index = source && state.metadata.indices.get(source.name);
  return index?.uuid === source?.uuid ? index : undefined;
}

/**
 * The index with exactly this name. It must be open and its metadata readable. It may be
 * `read_only` only if the target will not be.
 */
export function requireResizeSource(
  state: ClusterState,
  name: string,
  target: { readonly name: string; readonly settings: SettingsUpdate },
): IndexMetadata {
  const source = state.metadata.indices.get(name);
  if (source === undefined) throw indexNotFound(name);
  if (source.state === 'close') {
    throw new ApiError('index_closed_exception', 'closed', {
      metadata: { index: name, index_uuid: source.uuid },
    });
  }
  checkBlocks(state, [name], { level: 'metadata_read' });
  if (source.settings.get(READ_ONLY) === 'true' && !target.settings.has(READ_ONLY)) {
    throw new ApiError(
      'illegal_argument_exception',
      `target index [${target.name}] will be blocked by [${READ_ONLY}=true] which is copied from the source index [${name}], this will disable metadata writes and cause the shards to be unassigned`,
    );
  }
  return source;
}

/** Checks that writes to the source are blocked, so that the target gets all its documents. */
export function checkWriteBlocked(state: ClusterState, { name }: IndexMetadata): void {
  const blocks = [...state.blocks.global, ...(state.blocks.indices.get(name) ?? [])];
  if (blocks.some(({ levels }) => levels.includes('write'))) return;
  throw new ApiError(
    'illegal_state_exception',
    `index ${name} must block write operations to resize index. use "index.blocks.write=true"`,
  );
}

/** Nodes that have a started copy of every shard: only there can shards be joined. */
function nodesWithAllShards(state: ClusterState, source: IndexMetadata): readonly string[] {
  const counts = new Map<string, number>();
  for (const copies of state.routing.get(source.name)?.shards ?? []) {
    for (const { state: copyState, nodeId } of copies) {
      if (copyState === 'STARTED' && nodeId !== undefined) {
        counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
      }
    }
  }
  return [...counts].flatMap(([id, count]) => (count === source.numberOfShards ? [id] : []));
}

/** The nodes for a shrink; throws when there is none. */
export function shrinkNodes(
  state: ClusterState,
  kind: ResizeKind,
  source: IndexMetadata,
): readonly string[] {
  if (kind !== 'shrink') return [];
  if (source.numberOfShards === 1) {
    throw new ApiError('illegal_argument_exception', "can't shrink an index with only one shard");
  }
  const nodes = nodesWithAllShards(state, source);
  if (nodes.length > 0) return nodes;
  throw new ApiError(
    'illegal_state_exception',
    `index ${source.name} must have all shards allocated on the same node to shrink index`,
  );
}
