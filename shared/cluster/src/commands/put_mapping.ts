/** New fields of one or more indices, from the API or found in documents. */
import { type JsonObject, stringifyJson } from '@skein/content';
import { mergeMapping } from '@skein/mapping';
import { checkBlocks } from '../state/blocks.js';
import { type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import type { Command } from './command_type.js';
import { checkSortable, mappingContext } from './mapping_context.js';

export interface PutMappingRequest {
  /** Concrete names. */
  readonly indices: readonly string[];
  readonly mapping: JsonObject;
  /** A shard found new fields: only write blocks count, and they were checked with the write. */
  readonly dynamic?: boolean;
}

export const put_mapping: Command<PutMappingRequest> = {
  name: 'put_mapping',
  priority: 'HIGH',
  source: ({ indices }) => `put-mapping [${indices.join(', ')}]`,
  execute: (state, { indices, mapping, dynamic }) => {
    if (!dynamic) checkBlocks(state, indices, { level: 'metadata_write' });
    const changed = indices.flatMap((name) => merged(requireIndex(state, name), mapping) ?? []);
    return replaceIndices(state, changed);
  },
};

function merged(index: IndexMetadata, update: JsonObject): IndexMetadata | undefined {
  const mapping = mergeMapping(index.mapping, update, mappingContext(index.settings));
  if (stringifyJson(mapping) === stringifyJson(index.mapping)) return undefined;
  checkSortable(index.settings, mapping);
  return {
    ...index,
    mapping,
    mappingVersion: index.mappingVersion + 1,
    version: index.version + 1,
  };
}
