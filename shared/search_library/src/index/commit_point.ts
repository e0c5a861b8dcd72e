/**
 * A commit: the file `segments_<generation in base 36>` names the segments, the files of their live
 * documents, and the caller's data (checkpoint, translog generation, history id). It is written as
 * `pending_segments_…`, synced and renamed, so it is either complete or absent.
 */
import { ByteReader, ByteWriter, crc32 } from '@skein/bytes';
import { corruptIndex } from '../codec/corrupt_index.js';
import type { Directory } from '../store/directory.js';

/** "SKCP" read as a little-endian number. */
const MAGIC = 0x50434b53;
const VERSION = 2;
/** This version has at most one file of live documents per segment. */
const ONE_LIVE_FILE_VERSION = 1;
const COMMIT_FILE = /^segments_([0-9a-z]+)$/;

export interface CommittedSegment {
  readonly name: string;
  readonly docCount: number;
  readonly liveCount: number;
  /**
   * The generations of the segment's `.liv` files, in the order they were written. If there is
   * none, all documents are live except those the segment itself marks as deleted.
   */
  readonly liveGenerations: readonly number[];
  /** CRC-32 in the footer of `<name>.seg`. It binds the commit to this very file. */
  readonly checksum: number;
}

export interface CommitPoint {
  readonly generation: number;
  /** Number of the next segment. */
  readonly segmentCounter: number;
  readonly segments: readonly CommittedSegment[];
  readonly userData: Readonly<Record<string, string>>;
}

export function commitFileName(generation: number): string {
  return `segments_${generation.toString(36)}`;
}

export const isCommitFile = (name: string): boolean => COMMIT_FILE.test(name);

export function liveDocsFileName(segment: string, generation: number): string {
  return `${segment}_${generation.toString(36)}.liv`;
}

/** Every file the commit needs. */
export function commitFiles(commit: CommitPoint): string[] {
  const files = [commitFileName(commit.generation)];
  for (const { name, liveGenerations } of commit.segments) {
    files.push(`${name}.seg`, `${name}.src`);
    for (const each of liveGenerations) files.push(liveDocsFileName(name, each));
  }
  return files;
}

/** Makes a commit durable. The files it names must be durable before the call. */
export function writeCommit(directory: Directory, commit: CommitPoint): void {
  const name = commitFileName(commit.generation);
  const pending = `pending_${name}`;
  directory.writeFile(pending, encodeCommit(commit));
  directory.sync([pending]);
  directory.syncDirectory();
  directory.rename(pending, name);
  directory.syncDirectory();
}

/**
 * The newest commit, `undefined` in a directory without one. If it is damaged, the function throws;
 * it never falls back to an older commit.
 */
export function readNewestCommit(directory: Directory): CommitPoint | undefined {
  const newest = commitGenerations(directory).at(-1);
  return newest === undefined ? undefined : readCommit(directory, newest);
}

/** The generations of the commit files in the directory, oldest first. */
export function commitGenerations(directory: Directory): number[] {
  return directory
    .list()
    .flatMap((name) => {
      const match = COMMIT_FILE.exec(name);
      return match ? [Number.parseInt(match[1], 36)] : [];
    })
    .sort((a, b) => a - b);
}

export function readCommit(directory: Directory, generation: number): CommitPoint {
  return readCommitFile(directory, commitFileName(generation));
}

/** Reads a commit from a file of any name, such as a pending one. */
export function readCommitFile(directory: Directory, file: string): CommitPoint {
  const bytes = new Uint8Array(directory.length(file));
  directory.readInto(file, 0, bytes);
  return decodeCommit(bytes, file);
}

function encodeCommit(commit: CommitPoint): Uint8Array {
  const out = new ByteWriter();
  out.u32(MAGIC);
  out.u32(VERSION);
  out.varint(commit.generation);
  out.varint(commit.segmentCounter);
  out.varint(commit.segments.length);
  for (const segment of commit.segments) {
    out.string(segment.name);
    out.varint(segment.docCount);
    out.varint(segment.liveCount);
    out.varint(segment.liveGenerations.length);
    for (const each of segment.liveGenerations) out.varint(each);
    out.u32(segment.checksum);
  }
  const entries = Object.entries(commit.userData);
  out.varint(entries.length);
  for (const [key, value] of entries) {
    out.string(key);
    out.string(value);
  }
  out.u32(crc32(out.view()));
  return out.toBytes();
}

function decodeCommit(bytes: Uint8Array, file: string): CommitPoint {
  const end = bytes.length - 4;
  if (end < 8 || new ByteReader(bytes, end).u32() !== crc32(bytes.subarray(0, end))) {
    throw corruptIndex('checksum failed', file);
  }
  const reader = new ByteReader(bytes);
  if (reader.u32() !== MAGIC) throw corruptIndex('not a commit', file);
  const version = reader.u32();
  if (version !== VERSION && version !== ONE_LIVE_FILE_VERSION) {
    throw corruptIndex(`unknown commit version [${version}]`, file);
  }
  const generation = reader.varint();
  const segmentCounter = reader.varint();
  const segments = Array.from({ length: reader.varint() }, () => ({
    name: reader.string(),
    docCount: reader.varint(),
    liveCount: reader.varint(),
    liveGenerations: readGenerations(reader, version),
    checksum: reader.u32(),
  }));
  const pairs = Array.from({ length: reader.varint() }, () => [reader.string(), reader.string()]);
  return { generation, segmentCounter, segments, userData: Object.fromEntries(pairs) };
}

function readGenerations(reader: ByteReader, version: number): number[] {
  if (version !== ONE_LIVE_FILE_VERSION) {
    return Array.from({ length: reader.varint() }, () => reader.varint());
  }
  const generation = reader.varint();
  return generation === 0 ? [] : [generation];
}
