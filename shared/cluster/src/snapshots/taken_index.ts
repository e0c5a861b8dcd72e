/** Metadata of an index in a snapshot, read without any assumption. */
import type { JsonObject } from '@skein/content';
import { INDEX, readSetting } from '@skein/settings';
import { checkIndexName } from '../names/name_rules.js';
import { checkRoutingNumShards } from '../routing/shard_of.js';
import { decodeIndex } from '../state/encode.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { corruptMetadata, readForeign } from './foreign_metadata.js';

/**
 * Reads the metadata. Throws corrupt_repository_exception for a wrong shape. `restored_index.ts`
 * checks if settings and mapping are valid.
 */
export function readTakenIndex(name: string, json: JsonObject): IndexMetadata {
  const what = `metadata of index [${name}]`;
  const taken = readForeign(what, () => decodeIndex(json));
  if (taken.name !== name) throw corruptMetadata(`${what} has the name [${taken.name}]`);
  checkIndexName(name);
  const wrong = wrongCount(taken);
  if (wrong !== undefined) throw corruptMetadata(`${what} has a wrong [${wrong}]`);
  checkRoutingNumShards(taken.numberOfShards, taken.routingNumShards);
  return taken;
}

function wrongCount(taken: IndexMetadata): string | undefined {
  const { settings, numberOfShards, routingNumShards, primaryTerms } = taken;
  // Parsing the setting bounds the number, so no array is made that is longer than the allowed
  // number of shards.
  if (numberOfShards !== readSetting(settings, INDEX.creation.numberOfShards)) {
    return 'numberOfShards';
  }
  if (!isCount(routingNumShards, 1)) return 'routingNumShards';
  if (taken.routingPartitionSize !== readSetting(settings, INDEX.creation.routingPartitionSize)) {
    return 'routingPartitionSize';
  }
  const areTerms = primaryTerms.every((term) => isCount(term, 0));
  if (primaryTerms.length !== numberOfShards || !areTerms) return 'primaryTerms';
  const versions = ['version', 'mappingVersion', 'settingsVersion', 'aliasesVersion'] as const;
  return [...versions, 'creationDateMs' as const].find((key) => !isCount(taken[key], 0));
}

function isCount(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}
