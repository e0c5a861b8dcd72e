/** Registers a snapshot repository, or replaces the one of that name. */
import { randomId } from '@skein/base';
import { ApiError } from '@skein/errors';
import { isInUse, withRepository } from '../snapshots/repository_rules.js';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { indexLabel } from '../state/index_metadata.js';
import { searchedIn } from '../state/searchable_snapshot.js';
import { FOREIGN_GENERATION, UNKNOWN_GENERATION } from '../state/snapshot_records.js';
import type { Command } from './command_type.js';

interface PutRepositoryRequest {
  readonly name: string;
  readonly type: string;
  /** Flat settings, already validated. */
  readonly settings: Readonly<Record<string, string>>;
  /** Generation to restore with a registration that is put back. */
  readonly generation?: number;
}

export const put_repository: Command<PutRepositoryRequest> = {
  name: 'put_repository',
  priority: 'NORMAL',
  source: ({ name }) => `put_repository [${name}]`,
  execute: (state, { name, type, settings, generation }, { random }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const known = state.metadata.repositories.get(name);
    if (known !== undefined) {
      if (isSame(known, { type, settings }) && known.generation >= UNKNOWN_GENERATION) return state;
      checkUnused(state, name);
      if (!isSamePlace(known, { type, settings })) checkNotSearched(state, name);
    }
    const uuid = randomId(random);
    const isThere = known !== undefined && isSamePlace(known, { type, settings });
    const kept = isThere ? known.generation : UNKNOWN_GENERATION;
    return withRepository(state, { name, uuid, type, settings, generation: generation ?? kept });
  },
};

type Given = Pick<PutRepositoryRequest, 'type' | 'settings'>;

function isSame(known: Given, given: Given): boolean {
  const [a, b] = [known, given].map(({ settings }) => Object.entries(settings).sort());
  return known.type === given.type && JSON.stringify(a) === JSON.stringify(b);
}

/** Settings that do not affect the repository's location. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'chunk_size',
  'compress',
  'max_restore_bytes_per_sec',
  'max_snapshot_bytes_per_sec',
  'readonly',
]);

/**
 * True if the location is unchanged, so that the recorded generation of the root still holds. False
 * if another cluster has written there.
 */
function isSamePlace(known: Given & { readonly generation: number }, given: Given): boolean {
  if (known.generation === FOREIGN_GENERATION) return false;
  const placeOf = ({ type, settings }: Given) => ({
    type,
    settings: Object.fromEntries(Object.entries(settings).filter(([key]) => !OF_THE_WAY.has(key))),
  });
  return isSame(placeOf(known), placeOf(given));
}

/**
 * Refuses to change a repository in which indices are searched, since they would lose their files.
 */
export function checkNotSearched({ metadata }: ClusterState, name: string): void {
  const searched = searchedIn(metadata.indices, name).map(indexLabel);
  if (searched.length === 0) return;
  const reason = `trying to modify or unregister repository [${name}] that is currently used by searchable snapshots: [${searched.join(', ')}]`;
  throw new ApiError('illegal_state_exception', reason);
}

export function checkUnused(state: Parameters<typeof isInUse>[0], name: string): void {
  if (!isInUse(state, name)) return;
  const reason = 'trying to modify or unregister repository that is currently used';
  throw new ApiError('illegal_state_exception', reason);
}
