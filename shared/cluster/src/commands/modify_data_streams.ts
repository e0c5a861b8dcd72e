/**
 * Adds backing indices to data streams or removes them (Elasticsearch's `_data_stream/_modify`):
 * all actions of a request, or none.
 */
import { type ApiError, illegalArgument } from '@skein/errors';
import { IndexMapping } from '@skein/mapping';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { type DataStream, streamOf, withStream, writeIndexName } from '../state/data_stream.js';
import { type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import type { Command } from './command_type.js';
import { mappingContext } from './mapping_context.js';

export interface StreamAction {
  readonly kind: 'add_backing_index' | 'remove_backing_index';
  readonly stream: string;
  readonly index: string;
}

export interface ModifyDataStreamsRequest {
  readonly actions: readonly StreamAction[];
}

export const modify_data_streams: Command<ModifyDataStreamsRequest> = {
  name: 'modify_data_streams',
  priority: 'URGENT',
  source: ({ actions }) => `update-backing-indices [${actions.length}]`,
  *execute(state, { actions }) {
    const indices = actions.map(({ index }) => index);
    const present = indices.filter((name) => state.metadata.indices.has(name));
    checkBlocks(state, present, { level: 'metadata_write' });
    let next = state;
    for (const action of actions) {
      next =
        action.kind === 'add_backing_index' ? yield* adding(next, action) : removed(next, action);
    }
    return next;
  },
};

function* adding(
  state: ClusterState,
  { stream: name, index: indexName }: StreamAction,
): Generator<void, ClusterState> {
  const stream = requireStream(state, name);
  const index = state.metadata.indices.get(indexName);
  if (index === undefined) throw notFound(indexName);
  const owner = streamOf(state, indexName);
  if (owner?.name === name) return state;
  if (owner !== undefined) {
    const reason = `cannot add index [${indexName}] to data stream [${name}] because it is already a backing index on data stream [${owner.name}]`;
    throw illegalArgument(reason);
  }
  if (index.aliases.size > 0) {
    const aliases = [...index.aliases.keys()].sort().join(', ');
    const [noun, verb] = index.aliases.size === 1 ? ['alias', 'is'] : ['aliases', 'are'];
    throw illegalArgument(
      `cannot add index [${indexName}] to data stream [${name}] until its ${noun} [${aliases}] ${verb} removed`,
    );
  }
  yield* checkingTimestampField(stream, index);
  const indices = [indexName, ...stream.indices];
  return replaceIndices(withStream(state, { ...stream, indices }), [withVisibility(index, true)]);
}

function removed(state: ClusterState, { stream: name, index }: StreamAction): ClusterState {
  const stream = requireStream(state, name);
  if (!stream.indices.includes(index)) throw notFound(index);
  if (writeIndexName(stream) === index) {
    throw illegalArgument(
      `cannot remove backing index [${index}] of data stream [${name}] because it is the write index`,
    );
  }
  const indices = stream.indices.filter((one) => one !== index);
  const next = withStream(state, { ...stream, indices });
  return replaceIndices(next, [withVisibility(requireIndex(state, index), false)]);
}

/**
 * Checks that the index maps the stream's timestamp field as a date, since searches of the stream
 * sort and filter by it.
 */
function* checkingTimestampField(
  { timestampField }: DataStream,
  { name, mapping, settings }: IndexMetadata,
): Generator<void, void> {
  const parsed = yield* IndexMapping.parsingInitial(mapping, mappingContext(settings));
  if (parsed.field(timestampField)?.values?.kind === 'instant') return;
  throw illegalArgument(
    `unable to prepare backing index [${name}]: data stream timestamp field [${timestampField}] does not exist or is no date`,
  );
}

/** Hides an index that joins a stream, and shows one that leaves it. */
function withVisibility(index: IndexMetadata, hidden: boolean): IndexMetadata {
  return {
    ...index,
    settings: new Map(index.settings).set('index.hidden', String(hidden)),
    version: index.version + 1,
    settingsVersion: index.settingsVersion + 1,
  };
}

function requireStream({ metadata }: ClusterState, name: string): DataStream {
  const stream = metadata.dataStreams.get(name);
  if (stream === undefined) throw illegalArgument(`data stream [${name}] not found`);
  return stream;
}

function notFound(index: string): ApiError {
  return illegalArgument(`index [${index}] not found`);
}
