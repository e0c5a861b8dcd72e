/** An alias in the form of responses. */
import type { AliasMetadata, IndexMetadata } from '@skein/cluster';
import type { JsonObject } from '@skein/content';

export function renderAlias(alias: AliasMetadata): JsonObject {
  return {
    ...(alias.filter === undefined ? {} : { filter: alias.filter }),
    ...(alias.indexRouting === undefined ? {} : { index_routing: alias.indexRouting }),
    ...(alias.searchRouting === undefined ? {} : { search_routing: alias.searchRouting }),
    ...(alias.isWriteIndex === undefined ? {} : { is_write_index: alias.isWriteIndex }),
    ...(alias.isHidden === undefined ? {} : { is_hidden: alias.isHidden }),
  };
}

/** All aliases of an index, in name order. */
export function renderAliases(index: IndexMetadata): JsonObject {
  const sorted = [...index.aliases.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((alias) => [alias.name, renderAlias(alias)]));
}
