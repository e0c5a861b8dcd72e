/** Opens closed indices: their shards recover from disk with the current settings. */
import { unassignedRouting } from '../allocation/build_routing.js';
import { checkBlocks } from '../state/blocks.js';
import { requireIndex } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import type { Command } from './command_type.js';
import { checkShardLimit } from './shard_limit.js';

export interface OpenIndexRequest {
  /** Concrete names; open indices are skipped. */
  readonly indices: readonly string[];
}

export const open_index: Command<OpenIndexRequest> = {
  name: 'open_index',
  priority: 'URGENT',
  source: ({ indices }) => `open-indices [${indices.join(', ')}]`,
  execute: (state, { indices }, { nowMs }) => {
    checkBlocks(state, indices, { level: 'metadata_write' });
    const closed = indices
      .map((name) => requireIndex(state, name))
      .filter((index) => index.state === 'close');
    checkShardLimit(
      state,
      closed.reduce((sum, index) => sum + index.numberOfShards * (1 + index.numberOfReplicas), 0),
    );
    const opened = closed.map((index) => {
      const settings = new Map(index.settings);
      settings.delete('index.verified_before_close');
      return {
        ...index,
        settings,
        state: 'open' as const,
        version: index.version + 1,
        settingsVersion: index.settingsVersion + 1,
      };
    });
    const tables = opened.map((index) => unassignedRouting(index, 'INDEX_REOPENED', nowMs));
    return replaceRouting(replaceIndices(state, opened), tables);
  },
};
