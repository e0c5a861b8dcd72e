/** The place of a document: its index, its shard, and the routing that led there. Pure. */
import { utf8Length } from '@skein/bytes';
import {
  type ClusterState,
  checkBlocks,
  type DataStream,
  findWriteTarget,
  type IndexMetadata,
  indexNotFound,
  requireReadTarget,
  type SingleTarget,
  shardOf,
  streamOf,
} from '@skein/cluster';
import { isJsonObject } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import type { WriteItem } from '@skein/shard';

/** OpenSearch's limit for ids, which are indexed as terms. */
const MAX_ID_BYTES = 512;

export interface DocumentPlace {
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly routing: string | undefined;
}

interface Wanted {
  /** The name that the client used. */
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
}

/** The index behind a name, and the routing that an alias gives. Blocks on writing are thrown. */
export interface WriteTarget {
  readonly index: IndexMetadata;
  readonly routing: string | undefined;
  /** The data stream that the index belongs to. */
  readonly stream: DataStream | undefined;
}

export function writeTarget(
  state: ClusterState,
  { index: name, routing }: Omit<Wanted, 'id'>,
  nowMs: number,
): WriteTarget {
  const target = findWriteTarget(state, { name, routing, nowMs });
  if (target === undefined) throw indexNotFound(name, 'index_expression');
  checkBlocks(state, [target.index.name], { level: 'write' });
  const stream = streamOf(state, target.index.name);
  return stream === undefined ? { ...target, stream } : inStream(target, stream, name, routing);
}

function inStream(
  target: SingleTarget,
  stream: DataStream,
  name: string,
  routing: string | undefined,
): WriteTarget {
  if (routing !== undefined && name === stream.name && !stream.allowsRouting) {
    throw illegalArgument(
      `index request targeting data stream [${name}] specifies a custom routing. target the backing indices directly or remove the custom routing.`,
    );
  }
  return { ...target, stream };
}

/**
 * Documents can only be appended to a data stream. An existing document is changed in its backing
 * index, with its version given.
 */
export function checkStreamWrite(
  { index, stream }: WriteTarget,
  name: string,
  { op, ifSeqNo, ifPrimaryTerm }: Pick<WriteItem, 'op' | 'ifSeqNo' | 'ifPrimaryTerm'>,
): void {
  if (stream === undefined) return;
  if (name !== index.name) {
    if (op === 'create') return;
    throw illegalArgument('only write ops with an op_type of create are allowed in data streams');
  }
  const instead = `targeting backing indices is disallowed, target corresponding data stream [${stream.name}] instead`;
  if (op === 'create') throw illegalArgument(`index request with op_type=create ${instead}`);
  if (op === 'index' && (ifSeqNo === undefined || ifPrimaryTerm === undefined)) {
    throw illegalArgument(
      `index request with op_type=index and no if_primary_term and if_seq_no set ${instead}`,
    );
  }
}

export function readPlace(state: ClusterState, wanted: Wanted, nowMs: number): DocumentPlace {
  const { index: name, routing } = wanted;
  const target = requireReadTarget(state, { name, routing, nowMs });
  checkBlocks(state, [target.index.name], { level: 'read' });
  return placeIn(target.index, wanted.id, target.routing);
}

export function placeIn(
  index: IndexMetadata,
  id: string,
  routing: string | undefined,
): DocumentPlace {
  if (routing === undefined && isRoutingRequired(index)) throw routingMissing(index.name, id);
  const shardId = index.numberOfShards === 1 ? 0 : shardOf(index, id, routing);
  return { index, shardId, routing };
}

function isRoutingRequired({ mapping }: IndexMetadata): boolean {
  const routing = mapping._routing;
  return isJsonObject(routing) && (routing.required === true || routing.required === 'true');
}

function routingMissing(index: string, id: string): ApiError {
  return new ApiError('routing_missing_exception', `routing is required for [${index}]/[${id}]`, {
    metadata: { index, index_uuid: '_na_' },
  });
}

export function checkIdLength(id: string): void {
  if (id.length * 3 <= MAX_ID_BYTES) return;
  const bytes = utf8Length(id);
  if (bytes <= MAX_ID_BYTES) return;
  throw new ApiError(
    'action_request_validation_exception',
    `Validation Failed: 1: id [${id}] is too long, must be no longer than 512 bytes but was: ${bytes};`,
  );
}
