/**
 * Names of the data of remote-backed indices in a repository: they have a folder of their own,
 * which snapshots ignore. docs/specs/remote_store.md.
 */
import type { ShardPlace } from '../shard/read_list.js';

export const REMOTE_FOLDER = 'remote/';
/** Digits of a number in a name, so that the order of names is that of numbers. */
const DIGITS = 16;

export interface RecordPlace {
  readonly segment: number;
  /** The place in the segment; 0 is its head. */
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

/**
 * Heads are stored beside the segments, so that the newest is found without listing all records.
 */
export function recordName(place: ShardPlace, { segment, index }: RecordPlace): string {
  return index === 0
    ? headFolder(place) + padded(segment)
    : segmentFolder(place, segment) + padded(index);
}

/** The segment of a head, or the index of another record; `undefined` for any other name. */
export function recordNumber(name: string): number | undefined {
  const digits = /\/(\d{16})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const HEAD = /^indices\/([\w-]+)\/(\d+)\/heads\/\d{16}$/;

/** The shard that a head belongs to. */
export function shardOfHead(name: string): ShardPlace | undefined {
  const [, indexId, shard] = HEAD.exec(name) ?? [];
  return indexId === undefined ? undefined : { indexId, shard: Number(shard) };
}

export function metadataFolder(indexId: string): string {
  return `${remoteIndexFolder(indexId)}metadata/`;
}

/**
 * The blob of one version of the index's metadata. `owner` is the UUID of the index, so that two
 * indices at one place have separate versions.
 */
export function remoteMetadataName(indexId: string, owner: string, version: number): string {
  return `${metadataFolder(indexId)}${owner}-${padded(version)}`;
}

/** The version that a name holds; `undefined` if it is no name of metadata. */
export function metadataVersion(
  name: string,
): { readonly owner: string; readonly version: number } | undefined {
  const [, owner, digits] = /\/metadata\/([\w-]+)-(\d{16})$/.exec(name) ?? [];
  return owner === undefined ? undefined : { owner, version: Number(digits) };
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
