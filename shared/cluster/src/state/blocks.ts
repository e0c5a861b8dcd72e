/**
 * The operations that are forbidden, on the whole cluster and by index. Blocks are computed from
 * settings and index states, never stored.
 */
import { onceFor } from '@skein/base';
import { ApiError } from '@skein/errors';
import { type ClusterState, clusterSettings } from './cluster_state.js';
import type { IndexMetadata } from './index_metadata.js';
import { isSearchableSnapshot } from './searchable_snapshot.js';

export type BlockLevel = 'read' | 'write' | 'metadata_read' | 'metadata_write' | 'create_index';

export interface ClusterBlock {
  readonly id: number;
  readonly description: string;
  readonly levels: readonly BlockLevel[];
  readonly retryable: boolean;
  readonly status: number;
  /** The status name that OpenSearch prints: `FORBIDDEN`, `TOO_MANY_REQUESTS`, … */
  readonly statusName: string;
  readonly allowReleaseResources: boolean;
  /** True if aliases and search limits may still be changed. */
  readonly allowSearchChanges?: boolean;
}

export interface ClusterBlocks {
  readonly global: readonly ClusterBlock[];
  readonly indices: ReadonlyMap<string, readonly ClusterBlock[]>;
}

const BLOCK_DEFAULTS = {
  retryable: false,
  status: 403,
  statusName: 'FORBIDDEN',
  allowReleaseResources: false,
} as const;

const INDEX_BLOCKS: Readonly<Record<string, ClusterBlock>> = {
  'index.blocks.read_only': {
    ...BLOCK_DEFAULTS,
    id: 5,
    description: 'index read-only (api)',
    levels: ['write', 'metadata_write'],
  },
  'index.blocks.read': {
    ...BLOCK_DEFAULTS,
    id: 7,
    description: 'index read (api)',
    levels: ['read'],
  },
  'index.blocks.write': {
    ...BLOCK_DEFAULTS,
    id: 8,
    description: 'index write (api)',
    levels: ['write'],
  },
  'index.blocks.metadata': {
    ...BLOCK_DEFAULTS,
    id: 9,
    description: 'index metadata (api)',
    levels: ['metadata_read', 'metadata_write'],
  },
  'index.blocks.read_only_allow_delete': {
    id: 12,
    description:
      'disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    levels: ['write', 'metadata_write'],
    retryable: false,
    status: 429,
    statusName: 'TOO_MANY_REQUESTS',
    allowReleaseResources: true,
  },
};

const CLOSED_BLOCK: ClusterBlock = {
  ...BLOCK_DEFAULTS,
  id: 4,
  description: 'index closed',
  levels: ['read', 'write'],
};

const SEARCHABLE_BLOCK: ClusterBlock = {
  ...BLOCK_DEFAULTS,
  id: 13,
  description: 'remote index is read-only',
  levels: ['write', 'metadata_write'],
  allowReleaseResources: true,
  allowSearchChanges: true,
};

const CLUSTER_BLOCKS: Readonly<Record<string, ClusterBlock>> = {
  'cluster.blocks.read_only': {
    ...BLOCK_DEFAULTS,
    id: 6,
    description: 'cluster read-only (api)',
    levels: ['write', 'metadata_write'],
  },
  'cluster.blocks.read_only_allow_delete': {
    ...BLOCK_DEFAULTS,
    id: 13,
    description: 'cluster read-only / allow delete (api)',
    levels: ['write', 'metadata_write'],
    allowReleaseResources: true,
  },
  'cluster.blocks.create_index': {
    ...BLOCK_DEFAULTS,
    id: 10,
    description: 'cluster create-index blocked (api)',
    levels: ['create_index'],
  },
};

export interface BlockCheck {
  readonly level: BlockLevel;
  /**
   * True if the operation frees disk space (deletes an index, lifts a block); blocks with
   * `allowReleaseResources` do not apply to it.
   */
  readonly releasesResources?: boolean;
  /**
   * True if the operation changes how an index is searched but nothing that is stored; blocks with
   * `allowSearchChanges` do not apply to it.
   */
  readonly changesSearches?: boolean;
}

/**
 * Throws cluster_block_exception when a global block or a block of one of `indices` forbids the
 * level.
 */
export function checkBlocks(
  state: ClusterState,
  indices: readonly string[],
  check: BlockCheck,
): void {
  const { blocks: all } = state;
  if (all.global.length === 0 && !indices.some((index) => all.indices.has(index))) return;
  const found = new Map<string, ClusterBlock[]>();
  const applies = (block: ClusterBlock) =>
    block.levels.includes(check.level) &&
    !(check.releasesResources && block.allowReleaseResources) &&
    !(check.changesSearches && block.allowSearchChanges);
  const global = state.blocks.global.filter(applies);
  for (const index of indices) {
    const blocks = (state.blocks.indices.get(index) ?? []).filter(applies);
    if (blocks.length > 0) found.set(index, blocks);
  }
  if (global.length > 0) throw blockException(describe(global), global);
  if (found.size === 0) return;
  const reason = [...found]
    .map(([index, blocks]) => `index [${index}] blocked by: [${describeList(blocks)}];`)
    .join('');
  throw blockException(reason, [...found.values()].flat());
}

function describe(blocks: readonly ClusterBlock[]): string {
  return `blocked by: [${describeList(blocks)}];`;
}

function describeList(blocks: readonly ClusterBlock[]): string {
  return blocks.map((b) => `${b.statusName}/${b.id}/${b.description}`).join(', ');
}

function blockException(reason: string, blocks: readonly ClusterBlock[]): ApiError {
  const status = blocks.some((block) => block.status === 403) ? 403 : (blocks[0]?.status ?? 403);
  return new ApiError('cluster_block_exception', reason, { status });
}

/** Computes the blocks that settings and index states call for. */
export function computeBlocks(state: ClusterState): ClusterBlocks {
  const settings = clusterSettings(state);
  const global = Object.keys(CLUSTER_BLOCKS)
    .filter((key) => settings.get(key) === 'true')
    .flatMap((key) => CLUSTER_BLOCKS[key] ?? []);
  const indices = new Map<string, readonly ClusterBlock[]>();
  for (const index of state.metadata.indices.values()) {
    const blocks = blocksOfIndex(index);
    if (blocks.length > 0) indices.set(index.name, blocks);
  }
  return { global, indices };
}

const blocksOfIndex = onceFor((index: IndexMetadata): readonly ClusterBlock[] => {
  const keys = Object.keys(INDEX_BLOCKS).filter((key) => index.settings.get(key) === 'true');
  return [
    ...keys.flatMap((key) => INDEX_BLOCKS[key] ?? []),
    ...(isSearchableSnapshot(index) ? [SEARCHABLE_BLOCK] : []),
    ...(index.state === 'close' ? [CLOSED_BLOCK] : []),
  ];
});
