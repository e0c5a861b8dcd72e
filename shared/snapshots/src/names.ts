/** Names of the blobs of a repository. docs/specs/repository.md describes their contents. */

/** The blob that holds a recent newest generation, for stores that cannot list. */
export const LATEST_NAME = 'index.latest';

const ROOT = /^index-(0|[1-9][0-9]{0,14})$/;

export function rootName(generation: number): string {
  return `index-${generation}`;
}

/** The generation of a root's name; `undefined` for any other name. */
export function generationOf(name: string): number | undefined {
  const digits = ROOT.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * A snapshot as the root names it. `key` is the UUID of the writing of its blobs; roots of the
 * first builds have none.
 */
interface SnapshotKey {
  readonly uuid: string;
  readonly key: string | undefined;
}

export function detailsName(snapshot: SnapshotKey): string {
  return `snap-${keyed(snapshot)}`;
}

export function globalMetadataName(snapshot: SnapshotKey): string {
  return `meta-${keyed(snapshot)}`;
}

function keyed({ uuid, key }: SnapshotKey): string {
  return key === undefined ? uuid : `${uuid}-${key}`;
}

const INDICES_FOLDER = 'indices/';

export function indexFolder(indexId: string): string {
  return `${INDICES_FOLDER}${indexId}/`;
}

/** `key` is the digest of the content and the UUID of its writing. */
export function indexMetadataName(indexId: string, key: string): string {
  return `${indexFolder(indexId)}meta-${key}`;
}

export function shardFolder(indexId: string, shard: number): string {
  return `${indexFolder(indexId)}${shard}/`;
}

export function listName(indexId: string, shard: number, generation: string): string {
  return `${shardFolder(indexId, shard)}index-${generation}`;
}

/**
 * A name within the folder of the shard. Each writing has a UUID, so no name is ever used twice.
 */
export function dataName(sha256: string, uploadUuid: string): string {
  return `data-${sha256}-${uploadUuid}`;
}

export function verificationFolder(seed: string): string {
  return `tests-${seed}/`;
}

/**
 * Names of our own blobs. Blobs with other names were put there by someone else and are left alone.
 */
const OURS = [
  /^snap-[\w-]+$/,
  /^meta-[\w-]+$/,
  /^tests-[\w-]+\/[\w.-]+$/,
  /^indices\/[\w-]+\/meta-[\w-]+$/,
  /^indices\/[\w-]+\/\d+\/(?:index-[\w-]+|data-[\w-]+(?:\.part\d+)?)$/,
];

/** The suffix of a temporary file that a crash left in a folder (`fs_blob_store.ts`). */
const CUT_OFF = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/**
 * False for roots, which are removed by their age (`removeOldRoots`), but true for temporary files
 * of roots.
 */
export function isOurs(name: string): boolean {
  const whole = name.replace(CUT_OFF, '');
  if (OURS.some((form) => form.test(whole))) return true;
  return whole !== name && (whole === LATEST_NAME || generationOf(whole) !== undefined);
}

const INDEX_ID = /^indices\/([\w-]+)\//;

export function indexIdOf(name: string): string | undefined {
  return INDEX_ID.exec(name)?.[1];
}
