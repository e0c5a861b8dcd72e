/** Adds fields to the mappings of one or more indices, from the API or found in documents. */
import { compareBytes } from '@skein/bytes';
import { encodingJson, type JsonObject, joinBytes } from '@skein/content';
import { mergingMapping } from '@skein/mapping';
import { checkBlocks } from '../state/blocks.js';
import { type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import type { Command } from './command_type.js';
import { checkSortable, mappingContext } from './mapping_context.js';

export interface PutMappingRequest {
  /** Concrete names. */
  readonly indices: readonly string[];
  /** The wish of a client, or the fields that a shard found in a document. */
  readonly mapping: JsonObject;
}

export const put_mapping: Command<PutMappingRequest> = {
  name: 'put_mapping',
  priority: 'HIGH',
  source: ({ indices }) => `put-mapping [${indices.join(', ')}]`,
  *execute(state, { indices, mapping }) {
    checkBlocks(state, indices, { level: 'metadata_write' });
    const changed: IndexMetadata[] = [];
    for (const name of indices) {
      const merged = yield* merging(requireIndex(state, name), mapping);
      if (merged !== undefined) changed.push(merged);
    }
    return replaceIndices(state, changed);
  },
};

/** The index with the merged mapping; `undefined` if the update changes nothing. */
function* merging(
  index: IndexMetadata,
  update: JsonObject,
): Generator<void, IndexMetadata | undefined> {
  const mapping = yield* mergingMapping(index.mapping, update, mappingContext(index.settings));
  if (yield* sameMapping(mapping, index.mapping)) return undefined;
  checkSortable(index.settings, mapping);
  return {
    ...index,
    mapping,
    mappingVersion: index.mappingVersion + 1,
    version: index.version + 1,
  };
}

function* sameMapping(a: JsonObject, b: JsonObject): Generator<void, boolean> {
  const [one, other] = [joinBytes(yield* encodingJson(a)), joinBytes(yield* encodingJson(b))];
  return compareBytes(one, other) === 0;
}
