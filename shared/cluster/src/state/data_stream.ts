/**
 * A data stream: documents with a timestamp, appended to the newest of its backing indices and
 * searched in all of them.
 */
import { onceFor } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ClusterState } from './cluster_state.js';

export interface DataStream {
  readonly name: string;
  /** The date field that every document has. */
  readonly timestampField: string;
  /**
   * Names of the backing indices, the oldest first; the last is the write index. The list is never
   * empty.
   */
  readonly indices: readonly string[];
  /** Number of the newest backing index; it rises with every rollover. */
  readonly generation: number;
  /** True if only wildcards that include hidden indices match the stream. */
  readonly isHidden: boolean;
  /** True if a write may give a routing value. */
  readonly allowsRouting: boolean;
  /** True if the next write starts a new backing index. */
  readonly rollsOverOnWrite: boolean;
  /** Absent if the stream neither rolls over by itself nor has its indices deleted. */
  readonly lifecycle?: StreamLifecycle;
}

/** Says when a data stream rolls over and how long its documents are kept. */
export interface StreamLifecycle {
  readonly isEnabled: boolean;
  /** Milliseconds from an index's rollover to its deletion; absent: the index is never deleted. */
  readonly retentionMs?: number;
}

/** The options that an index template sets for the data streams made from it. */
export type DataStreamTemplate = Pick<DataStream, 'timestampField' | 'isHidden' | 'allowsRouting'>;

export function backingIndexName(stream: string, generation: number): string {
  return `.ds-${stream}-${String(generation).padStart(6, '0')}`;
}

export function writeIndexName({ indices }: DataStream): string {
  return indices.at(-1) ?? '';
}

type Streams = ReadonlyMap<string, DataStream>;

const byBackingIndex: (streams: Streams) => ReadonlyMap<string, DataStream> = onceFor(
  (streams) =>
    new Map(
      [...streams.values()].flatMap((stream) =>
        stream.indices.map((index) => [index, stream] as const),
      ),
    ),
);

/** The data stream that an index belongs to. */
export function streamOf({ metadata }: ClusterState, index: string): DataStream | undefined {
  const { dataStreams } = metadata;
  return dataStreams.size === 0 ? undefined : byBackingIndex(dataStreams).get(index);
}

/** The data stream that writes to an index. */
export function streamWritingTo(state: ClusterState, index: string): DataStream | undefined {
  const stream = streamOf(state, index);
  return stream !== undefined && writeIndexName(stream) === index ? stream : undefined;
}

/**
 * Checks that an index or alias may take the name. Throws illegal_state_exception, as OpenSearch
 * does.
 */
export function checkFreeOfStreams({ metadata }: ClusterState, name: string, shown: string): void {
  if (metadata.dataStreams.has(name)) throw duplicateName(`${shown} conflicts with data stream`);
  const [, stream = '', digits] = /^\.ds-(.+)-(\d+)$/.exec(name) ?? [];
  const owner = metadata.dataStreams.get(stream);
  if (owner === undefined || Number(digits) <= owner.generation) return;
  throw new ApiError(
    'illegal_state_exception',
    `data stream [${stream}] could create backing indices that conflict with 1 existing index(s) or alias(s) including '${name}'`,
  );
}

export function duplicateName(found: string): ApiError {
  return new ApiError(
    'illegal_state_exception',
    `index, alias, and data stream names need to be unique, but the following duplicates were found [${found}]`,
  );
}

export function withStream(state: ClusterState, stream: DataStream): ClusterState {
  const dataStreams = new Map(state.metadata.dataStreams).set(stream.name, stream);
  return { ...state, metadata: { ...state.metadata, dataStreams } };
}
