/** What of the cluster state is kept on disk: term, version and metadata. */
import { assert } from '@skein/base';
import { type ClusterState, decodeMetadata, encodeMetadata, type Metadata } from '@skein/cluster';
import { encodeJson, isJsonObject, parseJson } from '@skein/content';

export interface PersistedState {
  readonly term: number;
  readonly version: number;
  readonly metadata: Metadata;
}

export function encodeState(state: ClusterState): Uint8Array {
  const { term, version, metadata } = state;
  return encodeJson({ term, version, metadata: encodeMetadata(metadata) });
}

export function decodeState(bytes: Uint8Array): PersistedState {
  const json = parseJson(bytes);
  assert(isJsonObject(json), 'the persisted cluster state is not an object');
  const { term, version, metadata } = json;
  assert(
    typeof term === 'number' && typeof version === 'number' && isJsonObject(metadata),
    'the persisted cluster state lacks term, version or metadata',
  );
  return { term, version, metadata: decodeMetadata(metadata) };
}

/** Whether the step from one state to the other must be durable before it is acknowledged. */
export function mustPersist(previous: ClusterState, current: ClusterState): boolean {
  return previous.metadata !== current.metadata || previous.term !== current.term;
}
