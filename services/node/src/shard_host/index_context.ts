/** The data about an index that a thread needs for calls that concern no shard. */
import type { IndexMetadata } from '@skein/cluster';
import { stringifyJson } from '@skein/content';
import type { ShardContext } from '@skein/search';

export function indexContext(metadata: IndexMetadata): ShardContext {
  return {
    index: metadata.name,
    aliases: [...metadata.aliases.keys()],
    aliasesVersion: metadata.aliasesVersion,
    indexUuid: metadata.uuid,
    shardId: 0,
    nodeId: '',
    path: '',
    indexSettings: Object.fromEntries(metadata.settings),
    settingsVersion: metadata.settingsVersion,
    mapping: stringifyJson(metadata.mapping),
    mappingVersion: metadata.mappingVersion,
  };
}
