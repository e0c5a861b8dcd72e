/** The index of a shard as a search thread is told of it. */
import type { ShardContext } from '@skein/search';

/** `mapping`: JSON text. */
export function shardContext(mapping: string, more: Partial<ShardContext> = {}): ShardContext {
  return {
    index: 'i',
    indexUuid: 'u',
    aliases: [],
    aliasesVersion: 1,
    shardId: 0,
    nodeId: 'n',
    path: '',
    indexSettings: {},
    settingsVersion: 1,
    mapping,
    mappingVersion: 1,
    ...more,
  };
}
