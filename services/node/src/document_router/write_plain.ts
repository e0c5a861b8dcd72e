/**
 * Plain writes on their way to the shards: what a name leads to is found once a name, each shard gets its items as columns and its answer
 * comes back the same way. A name that is an alias with routing, or is not to be written, is left to the item by item way.
 */
import { type Clock, expectDefined, type Random, randomDocumentId } from '@skein/base';
import {
  type ClusterState,
  checkBlocks,
  findWriteTarget,
  type IndexMetadata,
  shardOf,
} from '@skein/cluster';
import { ApiError, asApiError, type PlainError, toPlainError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import type { Security } from '../security/mod.js';
import {
  AUTO_ID,
  type PackedReply,
  type PlainWrites,
  packPlain,
  plainOpOf,
  type ShardCounts,
} from '../shard_host/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';
import { createMissingIndices } from './create_missing_indices.js';
import type { WriteOptions } from './mod.js';
import { isRoutingRequired } from './place.js';
import { writeToPrimary } from './primary_writes.js';
import { lacksMaster, waitForMaster } from './wait_for_master.js';

export interface PlainServices {
  readonly masterService: MasterService;
  readonly shardRouter: Pick<ShardRouter, 'write'>;
  readonly security: Security;
  readonly clock: Clock;
  readonly random: Random;
}

/** What one shard said to its items. */
export interface ShardPart {
  readonly index: string;
  /** Copies of the shard: those a write is for, and those that have it. */
  readonly shards: ShardCounts;
  /** Of each item of this shard, in order: its place among all writes. */
  readonly positions: Uint32Array;
  /** The error, when all of its items failed together. */
  readonly reply: PackedReply | PlainError;
}

export interface PlainOutcome {
  readonly tookMs: number;
  readonly parts: readonly ShardPart[];
}

interface Part {
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly positions: number[];
}

/** `undefined`: nothing was written, these items must be carried out one by one. */
export async function writePlain(
  writes: PlainWrites,
  options: WriteOptions,
  services: PlainServices,
): Promise<PlainOutcome | undefined> {
  const { clock, random, masterService } = services;
  const startedMs = clock.monotonicMs();
  if (lacksMaster(masterService.state())) await waitForMaster(masterService, options);
  const indices = await indicesOf(writes, options, services);
  if (indices === undefined) return undefined;
  makeIds(writes, random);
  const parts = Promise.all(
    partsOf(writes, indices).map((part) => writePart(part, writes, options, services)),
  );
  return { parts: await parts, tookMs: Math.round(clock.monotonicMs() - startedMs) };
}

function makeIds({ ids, ops }: PlainWrites, random: Random): void {
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] !== '') continue;
    ids[i] = randomDocumentId(random);
    ops[i] = (ops[i] ?? 0) | AUTO_ID;
  }
}

/** The index each name leads to, missing ones made; `undefined` when one of them needs more than this. */
async function indicesOf(
  writes: PlainWrites,
  options: WriteOptions,
  services: PlainServices,
): Promise<(IndexMetadata | undefined)[] | undefined> {
  const { names } = writes;
  const used = namesUsed(writes);
  const asked = [...used].map(([name, creates]) => ({
    index: expectDefined(names[name], 'a number of a name'),
    op: creates ? ('index' as const) : ('delete' as const),
    versionType: 'internal' as const,
    requireAlias: false,
  }));
  const refusalOf = await createMissingIndices(asked, options, services);
  if (asked.some((name) => refusalOf(name) !== undefined)) return undefined;
  const state = services.masterService.state();
  try {
    return names.map((name, i) =>
      used.has(i) ? indexOf(state, name, options, services) : undefined,
    );
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** By number of a name: whether something other than deletes uses it. */
function namesUsed({ nameOf, ops }: PlainWrites): Map<number, boolean> {
  const used = new Map<number, boolean>();
  for (let i = 0; i < nameOf.length; i++) {
    const name = nameOf[i] ?? 0;
    const creates = plainOpOf(ops[i] ?? 0) !== 'delete';
    if (used.get(name) === undefined || (creates && used.get(name) === false)) {
      used.set(name, creates);
    }
  }
  return used;
}

function indexOf(
  state: ClusterState,
  name: string,
  { identity, nowMs }: WriteOptions,
  { security }: PlainServices,
): IndexMetadata {
  const target = findWriteTarget(state, { name, routing: undefined, nowMs });
  if (target === undefined || target.routing !== undefined || isRoutingRequired(target.index)) {
    throw new ApiError('illegal_state_exception', `[${name}] is no plain target`);
  }
  checkBlocks(state, [target.index.name], { level: 'write' });
  security.authorizeIndices(identity, 'indices:write', [target.index.name]);
  return target.index;
}

function partsOf(
  { nameOf, ids }: PlainWrites,
  indices: readonly (IndexMetadata | undefined)[],
): Part[] {
  const parts: Part[] = [];
  const byShard = indices.map((): (Part | undefined)[] => []);
  for (let i = 0; i < nameOf.length; i++) {
    const name = nameOf[i] ?? 0;
    const index = expectDefined(indices[name], 'the index of every name used');
    const shardId = index.numberOfShards === 1 ? 0 : shardOf(index, ids[i] ?? '', undefined);
    const shards = expectDefined(byShard[name], 'a list for every name');
    let part = shards[shardId];
    if (part === undefined) {
      part = { index, shardId, positions: [] };
      shards[shardId] = part;
      parts.push(part);
    }
    part.positions.push(i);
  }
  return parts;
}

async function writePart(
  { index, shardId, positions: listed }: Part,
  writes: PlainWrites,
  options: WriteOptions,
  services: PlainServices,
): Promise<ShardPart> {
  const positions = Uint32Array.from(listed);
  const { refresh } = options;
  // With one copy there is no other to turn to: the body need not outlive the first attempt.
  const mayHandOver = index.numberOfReplicas === 0 && writes.isWhole;
  const pack = () =>
    isGone(writes.body) ? undefined : packPlain(writes, positions, { refresh, mayHandOver });
  const all = { total: 1 + index.numberOfReplicas, successful: 1, failed: 0 };
  try {
    const reply = await writeToPrimary({ index, shardId, options, pack }, services);
    return { index: index.name, shards: reply.shards ?? all, positions, reply };
  } catch (error) {
    const reply = toPlainError(asApiError(error));
    return { index: index.name, shards: all, positions, reply };
  }
}

/** Handed over to a thread. */
function isGone({ buffer }: Uint8Array): boolean {
  return buffer instanceof ArrayBuffer && buffer.detached;
}
