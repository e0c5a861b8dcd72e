/**
 * Closes open indices: they take no reads, no writes and no memory, and their data stays on disk.
 */
import { ApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';
import { unassignedRouting } from '../allocation/build_routing.js';
import { checkNotRestored, checkNotTaken } from '../snapshots/repository_rules.js';
import { checkBlocks } from '../state/blocks.js';
import { type ClusterState, clusterSettings } from '../state/cluster_state.js';
import { streamWritingTo } from '../state/data_stream.js';
import { type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import type { Command } from './command_type.js';

export interface CloseIndexRequest {
  /** Concrete names; closed indices are skipped. */
  readonly indices: readonly string[];
}

export const close_index: Command<CloseIndexRequest> = {
  name: 'close_index',
  priority: 'URGENT',
  source: ({ indices }) => `close-indices [${indices.join(', ')}]`,
  execute: (state, { indices }, { nowMs }) => {
    if (!readSetting(clusterSettings(state), CLUSTER.general.indicesClose)) {
      throw new ApiError(
        'illegal_state_exception',
        'closing indices is disabled - set [cluster.indices.close.enable: true] to enable it. NOTE: closed indices still consume a significant amount of diskspace',
      );
    }
    checkNoWriteIndex(state, indices);
    checkBlocks(state, indices, { level: 'metadata_write' });
    checkNotTaken(state, indices, 'close');
    checkNotRestored(state, indices);
    const closed: IndexMetadata[] = indices
      .map((name) => requireIndex(state, name))
      .filter((index) => index.state === 'open')
      .map((index) => ({
        ...index,
        settings: new Map(index.settings).set('index.verified_before_close', 'true'),
        state: 'close',
        version: index.version + 1,
        settingsVersion: index.settingsVersion + 1,
      }));
    const tables = closed.map((index) => unassignedRouting(index, 'INDEX_CLOSED', nowMs));
    return replaceRouting(replaceIndices(state, closed), tables);
  },
};

function checkNoWriteIndex(state: ClusterState, indices: readonly string[]): void {
  const written = indices.filter((name) => streamWritingTo(state, name) !== undefined);
  if (written.length === 0) return;
  const reason = `cannot close the following data stream write indices [${written.join(',')}]`;
  throw new ApiError('illegal_argument_exception', reason);
}
