/** A data stream: documents with a time, appended to the newest of its backing indices and searched in all of them. */
import { onceFor } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ClusterState } from './cluster_state.js';

export interface DataStream {
  readonly name: string;
  /** The date that every document has. */
  readonly timestampField: string;
  /** Names of the backing indices, the oldest first; the last is the write index. There is always one. */
  readonly indices: readonly string[];
  /** Number of the last backing index that was made; rises with every rollover. */
  readonly generation: number;
  /** Found by wildcards that ask for what is hidden only. */
  readonly isHidden: boolean;
  /** Whether a write may bring a routing. */
  readonly allowsRouting: boolean;
  /** The next write begins a new backing index. */
  readonly rollsOverOnWrite: boolean;
  /** Absent: neither does it roll over by itself, nor are its indices deleted. */
  readonly lifecycle?: StreamLifecycle;
}

/** When a data stream rolls over, and for how long its documents are kept. */
export interface StreamLifecycle {
  readonly isEnabled: boolean;
  /** Milliseconds after the rollover of an index at which it is deleted; absent: never. */
  readonly retentionMs?: number;
}

/** What an index template says of the data streams that are made from it. */
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

/** The name may be given to an index or alias. Throws illegal_state_exception, as OpenSearch does. */
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
