/**
 * Where the data of remote-backed indices is in a repository: a folder of its own, which snapshots
 * know nothing of. docs/specs/remote_store.md.
 */
import type { ShardPlace } from '../shard/read_list.js';

export const REMOTE_FOLDER = 'remote/';
/** Numbers are in the order of their names. */
const DIGITS = 16;

export interface RecordPlace {
  readonly segment: number;
  /** 0: the head of the segment. */
  readonly index: number;
}

export function remoteIndexFolder(indexId: string): string {
  return `indices/${indexId}/`;
}

function shardFolder({ indexId, shard }: ShardPlace): string {
  return `${remoteIndexFolder(indexId)}${shard}/`;
}

export function headFolder(place: ShardPlace): string {
  return `${shardFolder(place)}heads/`;
}

export function segmentFolder(place: ShardPlace, segment: number): string {
  return `${shardFolder(place)}log/${padded(segment)}/`;
}

/** Heads are beside the segments: the newest is found without a look at all records. */
export function recordName(place: ShardPlace, { segment, index }: RecordPlace): string {
  return index === 0
    ? headFolder(place) + padded(segment)
    : segmentFolder(place, segment) + padded(index);
}

/** The segment of a head, or the index of another record. Undefined: it is no record's name. */
export function recordNumber(name: string): number | undefined {
  const digits = /\/(\d{16})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const HEAD = /^indices\/([\w-]+)\/(\d+)\/heads\/\d{16}$/;

/** The shard that a head is of. */
export function shardOfHead(name: string): ShardPlace | undefined {
  const [, indexId, shard] = HEAD.exec(name) ?? [];
  return indexId === undefined ? undefined : { indexId, shard: Number(shard) };
}

export function metadataFolder(indexId: string): string {
  return `${remoteIndexFolder(indexId)}metadata/`;
}

/**
 * Of the index's metadata in one version. `owner`: UUID of the index: versions of another one are
 * others.
 */
export function remoteMetadataName(indexId: string, owner: string, version: number): string {
  return `${metadataFolder(indexId)}${owner}-${padded(version)}`;
}

/** Undefined: it is no name of metadata. */
export function metadataVersion(
  name: string,
): { readonly owner: string; readonly version: number } | undefined {
  const [, owner, digits] = /\/metadata\/([\w-]+)-(\d{16})$/.exec(name) ?? [];
  return owner === undefined ? undefined : { owner, version: Number(digits) };
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
