/**
 * The list of a shard: the files of each snapshot of the shard, and the location of each file's
 * bytes.
 */
import { expectDefined } from '@skein/base';
import { SHA256_HEX_LENGTH } from '@skein/bytes';
import { Malformed } from './envelope.js';
import { Fields } from './fields.js';

/** The highest number of parts of one file. */
export const MOST_PARTS = 10_000;

export interface ListedFile {
  /** The file's name in the directory of the shard. */
  readonly name: string;
  readonly lengthBytes: number;
  readonly sha256: string;
  /**
   * An identity derived from the file's own checksums. A file with the same name, length and
   * identity is the same and need not be read.
   */
  readonly identity: string | undefined;
  readonly content: FileContent;
}

type FileContent = InlineContent | BlobContent;

/** A file whose bytes are in the list. */
interface InlineContent {
  readonly kind: 'inline';
  readonly bytes: Uint8Array;
}

interface BlobContent {
  readonly kind: 'blob';
  /** The blob's name in the folder of the shard. */
  readonly blob: string;
  /** Length of every part but the last; 0 when there is one part, which has the blob's own name. */
  readonly partBytes: number;
}

export interface ListedSnapshot {
  readonly name: string;
  readonly uuid: string;
  readonly startMs: number;
  readonly timeMs: number;
  /** The number of files that were not in the repository before, and their bytes. */
  readonly newFiles: number;
  readonly newBytes: number;
  readonly files: readonly ListedFile[];
}

export interface ShardList {
  readonly snapshots: readonly ListedSnapshot[];
}

export interface BlobPart {
  /** The part's blob in the folder of the shard. */
  readonly blob: string;
  /** The part's offset in the file. */
  readonly offset: number;
  readonly lengthBytes: number;
}

/** The parts of a file, in order. An inline file has none. */
export function partsOf({
  lengthBytes,
  content,
}: Pick<ListedFile, 'lengthBytes' | 'content'>): BlobPart[] {
  if (content.kind === 'inline') return [];
  const { blob, partBytes } = content;
  if (partBytes === 0) return [{ blob, offset: 0, lengthBytes }];
  return Array.from({ length: Math.ceil(lengthBytes / partBytes) }, (_, part) => {
    const offset = part * partBytes;
    const length = Math.min(partBytes, lengthBytes - offset);
    return { blob: `${blob}.part${part}`, offset, lengthBytes: length };
  });
}

/** Writes each file once, because snapshots share most of their files. */
export function listToPlain({ snapshots }: ShardList): unknown {
  const places = new Map<ListedFile, number>();
  for (const { files } of snapshots) {
    for (const file of files) if (!places.has(file)) places.set(file, places.size);
  }
  return {
    files: [...places.keys()].map(fileToPlain),
    snapshots: snapshots.map((snapshot) => ({
      ...snapshot,
      files: new Uint32Array(snapshot.files.map((file) => placeOf(places, file))),
    })),
  };
}

function placeOf(places: ReadonlyMap<ListedFile, number>, file: ListedFile): number {
  return expectDefined(places.get(file), `the list does not have file [${file.name}]`);
}

function fileToPlain({ name, lengthBytes, sha256, identity, content }: ListedFile): unknown {
  const place =
    content.kind === 'inline'
      ? { inline: content.bytes }
      : { blob: content.blob, partBytes: content.partBytes };
  return { name, lengthBytes, sha256, identity, ...place };
}

export function listFromPlain(value: unknown): ShardList {
  const fields = new Fields(value);
  const files = fields.list('files', fileFromPlain);
  return { snapshots: fields.list('snapshots', (one) => snapshotFromPlain(one, files)) };
}

function snapshotFromPlain(value: unknown, files: readonly ListedFile[]): ListedSnapshot {
  const fields = new Fields(value);
  return {
    name: fields.text('name'),
    uuid: fields.plainName('uuid'),
    startMs: fields.count('startMs'),
    timeMs: fields.count('timeMs'),
    newFiles: fields.count('newFiles'),
    newBytes: fields.count('newBytes'),
    files: fields.picked('files', files),
  };
}

/**
 * The part length for a file: `chunkBytes`, or longer if the file would otherwise have more than
 * MOST_PARTS parts; 0 means one part.
 */
export function partBytesOf(lengthBytes: number, chunkBytes: number): number {
  if (lengthBytes <= chunkBytes || chunkBytes === 0) return 0;
  return Math.max(chunkBytes, Math.ceil(lengthBytes / MOST_PARTS));
}

function fileFromPlain(value: unknown): ListedFile {
  const fields = new Fields(value);
  const sha256 = fields.text('sha256');
  const lengthBytes = fields.count('lengthBytes');
  if (sha256.length !== SHA256_HEX_LENGTH) throw new Malformed('[sha256] is no digest');
  return {
    name: fields.plainName('name'),
    lengthBytes,
    sha256,
    identity: fields.optionalText('identity'),
    content: contentFromPlain(fields, lengthBytes),
  };
}

function contentFromPlain(fields: Fields, lengthBytes: number): FileContent {
  const bytes = fields.optionalBytes('inline');
  if (bytes !== undefined) return { kind: 'inline', bytes };
  const partBytes = fields.count('partBytes');
  if (partBytes > 0 && Math.ceil(lengthBytes / partBytes) > MOST_PARTS) {
    throw new Malformed(`a file of [${lengthBytes}] bytes has parts of [${partBytes}]`);
  }
  return { kind: 'blob', blob: fields.plainName('blob'), partBytes };
}
