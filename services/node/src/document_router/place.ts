/** Where a document lives: its index, its shard, and the routing that led there. Pure. */
import { utf8Length } from '@skein/bytes';
import {
  type ClusterState,
  checkBlocks,
  findWriteTarget,
  type IndexMetadata,
  indexNotFound,
  requireReadTarget,
  shardOf,
} from '@skein/cluster';
import { isJsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';

/** The reference's limit: an id is a term of the index. */
const MAX_ID_BYTES = 512;

export interface DocumentPlace {
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly routing: string | undefined;
}

interface Wanted {
  /** As the client named it. */
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
}

/** The index behind a name, and the routing that an alias gives; what blocks writes to it is thrown. */
export interface WriteTarget {
  readonly index: IndexMetadata;
  readonly routing: string | undefined;
}

export function writeTarget(
  state: ClusterState,
  { index: name, routing }: Omit<Wanted, 'id'>,
  nowMs: number,
): WriteTarget {
  const target = findWriteTarget(state, { name, routing, nowMs });
  if (target === undefined) throw indexNotFound(name);
  checkBlocks(state, [target.index.name], { level: 'write' });
  return target;
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
