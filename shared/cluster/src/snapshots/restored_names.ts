/**
 * Checks the names of restored indices and streams in the state that contains all of them, as if a
 * request had created each.
 */
import { checkNewAlias, checkStreamAliases } from '../commands/alias_rules.js';
import { checkStreamName } from '../names/name_rules.js';
import type { ClusterState } from '../state/cluster_state.js';
import { type DataStream, duplicateName } from '../state/data_stream.js';
import { type IndexMetadata, indexNotFound } from '../state/index_metadata.js';

export function checkRestoredNames(
  state: ClusterState,
  indices: readonly IndexMetadata[],
  streams: readonly DataStream[],
): void {
  for (const index of indices) {
    if (state.metadata.dataStreams.has(index.name)) {
      throw duplicateName(`index [${index.name}] conflicts with data stream`);
    }
    for (const alias of index.aliases.keys()) checkNewAlias(state, alias);
    checkStreamAliases(state, index);
  }
  if (streams.length === 0) return;
  const { metadata } = state;
  const aliases = new Set([...metadata.indices.values()].flatMap((one) => [...one.aliases.keys()]));
  for (const stream of streams) {
    checkStreamName(stream.name);
    if (metadata.indices.has(stream.name) || aliases.has(stream.name)) {
      throw duplicateName(`data stream [${stream.name}] conflicts with existing index or alias`);
    }
    const missing = stream.indices.find((name) => !metadata.indices.has(name));
    if (missing !== undefined) throw indexNotFound(missing);
  }
}
