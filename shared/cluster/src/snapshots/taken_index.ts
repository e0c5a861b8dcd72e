/** Metadata of an index that comes out of a snapshot, read with nothing taken for granted. */
import type { JsonObject } from '@skein/content';
import { INDEX, readSetting } from '@skein/settings';
import { checkIndexName } from '../names/name_rules.js';
import { checkRoutingNumShards } from '../routing/shard_of.js';
import { decodeIndex } from '../state/encode.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { corruptMetadata, readForeign } from './foreign_metadata.js';

/** Throws corrupt_repository_exception for a wrong shape. Whether settings and mapping mean anything is another question (`restored_index.ts`). */
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
  // Parsing bounds it: no longer array is made of it than an index may have shards.
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
