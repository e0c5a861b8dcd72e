/**
 * Makes every node read the files of search analyzers again, by counting the settings as changed.
 */
import { requireIndex } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import type { Command } from './command_type.js';

export interface ReloadSearchAnalyzersRequest {
  /** Concrete names. */
  readonly indices: readonly string[];
}

export const reload_search_analyzers: Command<ReloadSearchAnalyzersRequest> = {
  name: 'reload_search_analyzers',
  priority: 'NORMAL',
  source: ({ indices }) => `reload-search-analyzers [${indices.join(', ')}]`,
  execute: (state, { indices }) => {
    const changed = indices
      .map((name) => requireIndex(state, name))
      .map((index) => ({
        ...index,
        version: index.version + 1,
        settingsVersion: index.settingsVersion + 1,
      }));
    return replaceIndices(state, changed);
  },
};
