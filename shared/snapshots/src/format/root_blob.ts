/**
 * The root blob: the snapshots and indices of the repository, and the newest list of each shard.
 */
import { expectDefined } from '@skein/base';
import type { Writer } from '../repository.js';
import {
  type Root,
  type RootIndex,
  type RootSnapshot,
  SNAPSHOT_STATES,
} from '../snapshots/snapshot.js';
import { Fields, optionalPlainNameOf, plainNameOf, textOf } from './fields.js';

export interface StoredIndex extends RootIndex {
  /** The key of the index's metadata blob in each snapshot, in the order of `snapshots`. */
  readonly metadata: readonly string[];
}

/** The root with the fields that only writers use. */
export interface StoredRoot extends Root {
  readonly indices: readonly StoredIndex[];
  readonly writer: Writer;
  /** Unique for each attempt to write a root: a writer recognizes its own root by it. */
  readonly attempt: string;
  /** The attempt of the root that this one was made from. */
  readonly previous: string;
  /**
   * The newest generation whose writer went on to remove blobs that a listing had shown; -1 if
   * there was none.
   */
  readonly lastRemoval: number;
}

export const EMPTY_ROOT: StoredRoot = {
  generation: -1,
  uuid: '',
  snapshots: [],
  indices: [],
  writer: { clusterUuid: '', term: 0 },
  attempt: '',
  previous: '',
  lastRemoval: -1,
};

export function rootToPlain(root: StoredRoot): unknown {
  const { uuid, writer, attempt, previous, lastRemoval, snapshots, indices } = root;
  const places = new Map(snapshots.map((snapshot, place) => [snapshot.uuid, place]));
  return {
    uuid,
    cluster: writer.clusterUuid,
    term: writer.term,
    attempt,
    previous,
    lastRemoval,
    snapshots: snapshots.map(snapshotToPlain),
    indices: indices.map((index) => indexToPlain(index, places)),
  };
}

/** The indices of a snapshot are stored with the indices. */
function snapshotToPlain(snapshot: RootSnapshot): unknown {
  const { name, uuid, key, state, startMs, endMs, version, dataStreams } = snapshot;
  return { name, uuid, key, state, startMs, endMs, version, dataStreams };
}

function indexToPlain(index: StoredIndex, places: ReadonlyMap<string, number>): unknown {
  const keys = [...new Set(index.metadata)];
  const keyPlaces = new Map(keys.map((key, place) => [key, place]));
  return {
    name: index.name,
    id: index.id,
    snapshots: new Uint32Array(index.snapshots.map((uuid) => placeOf(places, uuid))),
    keys,
    metadata: new Uint32Array(index.metadata.map((key) => placeOf(keyPlaces, key))),
    generations: index.generations,
  };
}

function placeOf(places: ReadonlyMap<string, number>, name: string): number {
  return expectDefined(places.get(name), `the root does not have [${name}]`);
}

export function rootFromPlain(value: unknown, generation: number): StoredRoot {
  const fields = new Fields(value);
  const snapshots = fields.list('snapshots', snapshotFromPlain);
  const uuids = snapshots.map(({ uuid }) => uuid);
  const indices = fields.list('indices', (index) => indexFromPlain(index, uuids));
  return {
    generation,
    uuid: fields.text('uuid'),
    writer: { clusterUuid: fields.text('cluster'), term: fields.count('term') },
    attempt: fields.text('attempt'),
    previous: fields.text('previous'),
    lastRemoval: fields.count('lastRemoval', -1),
    snapshots: withIndices(snapshots, indices),
    indices,
  };
}

function snapshotFromPlain(value: unknown): Omit<RootSnapshot, 'indices'> {
  const fields = new Fields(value);
  return {
    name: fields.text('name'),
    uuid: fields.plainName('uuid'),
    key: fields.optionalPlainName('key'),
    state: fields.oneOf('state', SNAPSHOT_STATES),
    startMs: fields.count('startMs'),
    endMs: fields.count('endMs'),
    version: fields.text('version'),
    dataStreams: fields.list('dataStreams', textOf),
  };
}

function indexFromPlain(value: unknown, uuids: readonly string[]): StoredIndex {
  const fields = new Fields(value);
  const keys = fields.list('keys', plainNameOf);
  return {
    name: fields.text('name'),
    id: fields.plainName('id'),
    snapshots: fields.picked('snapshots', uuids),
    metadata: fields.picked('metadata', keys),
    generations: fields.list('generations', optionalPlainNameOf),
  };
}

/** Gives each snapshot the names of its indices, in the order of the root. */
export function withIndices(
  snapshots: readonly Omit<RootSnapshot, 'indices'>[],
  indices: readonly RootIndex[],
): RootSnapshot[] {
  const names = new Map(snapshots.map(({ uuid }) => [uuid, [] as string[]]));
  for (const index of indices) {
    for (const uuid of index.snapshots) names.get(uuid)?.push(index.name);
  }
  return snapshots.map((snapshot) => ({ ...snapshot, indices: names.get(snapshot.uuid) ?? [] }));
}
