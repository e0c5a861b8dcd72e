/** What a directory holds: the newest commit, every segment of it read and verified. */

import { corruptIndex } from '../codec/corrupt_index.js';
import { decodeLiveDocs } from '../codec/v1/live_docs.js';
import { openSegmentFile, verifySegmentFile } from '../codec/v1/segment_file.js';
import { expectedSource } from '../codec/v1/stored_fields/stored_fields_reader.js';
import { type ArenaBlock, type ArenaPool, bytesOfBlock } from '../memory/arena.js';
import type { Directory } from '../store/directory.js';
import { type CommitPoint, type CommittedSegment, liveDocsFileName } from './commit_point.js';
import { WriterSegment } from './writer_segment.js';

/** Files a writer owns: it removes those that no commit and no reader names. Others (the translog) are not its business. */
const OWN_FILE =
  /^(?:_[0-9a-z]+\.(?:seg|src)|_[0-9a-z]+_[0-9a-z]+\.liv|(?:pending_)?segments_[0-9a-z]+)$/;

/** By name: the bytes of a segment that lie in an arena already. */
export type KnownSegments = ReadonlyMap<string, ArenaBlock>;

interface SegmentSources {
  readonly pool: ArenaPool;
  readonly known?: KnownSegments;
}

export function recoverSegments(
  directory: Directory,
  commit: CommitPoint,
  sources: SegmentSources,
): WriterSegment[] {
  return commit.segments.map((committed) => recoverSegment(directory, committed, sources));
}

/** The searchable part of the segment; not verified. */
export function readSegment(directory: Directory, name: string, pool: ArenaPool): ArenaBlock {
  const file = `${name}.seg`;
  const bytes = pool.allocate(lengthOf(directory, file));
  directory.readInto(file, 0, bytesOfBlock(bytes));
  return bytes;
}

function readVerified(directory: Directory, name: string, pool: ArenaPool): ArenaBlock {
  const bytes = readSegment(directory, name, pool);
  verifySegmentFile(bytes, `${name}.seg`);
  return bytes;
}

export function recoverSegment(
  directory: Directory,
  committed: CommittedSegment,
  { pool, known }: SegmentSources,
): WriterSegment {
  const { name, docCount, liveCount, liveGeneration } = committed;
  const file = `${name}.seg`;
  const bytes = known?.get(name) ?? readVerified(directory, name, pool);
  const opened = openSegmentFile(bytes, file);
  if (opened.name !== name || opened.docCount !== docCount) {
    throw corruptIndex(`file belongs to another segment [${opened.name}]`, file);
  }
  const { length } = expectedSource(opened);
  const actual = lengthOf(directory, `${name}.src`);
  if (actual !== length) {
    throw corruptIndex(`file has [${actual}] bytes, expected [${length}]`, `${name}.src`);
  }
  const liveDocs =
    liveGeneration === 0 ? null : readLiveDocs(directory, committed, { pool, near: bytes });
  const state = { name, bytes, docCount, liveDocs, liveCount, liveGeneration, committed: true };
  const segment = new WriterSegment(state, directory, pool);
  if (segment.checksum !== committed.checksum) {
    throw corruptIndex('file is not the one that was committed', file);
  }
  return segment;
}

function readLiveDocs(
  directory: Directory,
  committed: CommittedSegment,
  memory: { readonly pool: ArenaPool; readonly near: ArenaBlock },
): ArenaBlock {
  const file = liveDocsFileName(committed.name, committed.liveGeneration);
  const bytes = new Uint8Array(lengthOf(directory, file));
  directory.readInto(file, 0, bytes);
  return decodeLiveDocs(bytes, { ...committed, file }, memory);
}

function lengthOf(directory: Directory, file: string): number {
  if (!directory.exists(file)) throw corruptIndex('file is missing', file);
  return directory.length(file);
}

/** The first number no segment of the directory has, committed or left over. */
export function nextSegmentNumber(directory: Directory, commit: CommitPoint): number {
  let next = commit.segmentCounter;
  for (const name of directory.list()) {
    const match = /^_([0-9a-z]+)\.(?:seg|src)$/.exec(name);
    if (match) next = Math.max(next, Number.parseInt(match[1], 36) + 1);
  }
  return next;
}

/** Whether a name is one that a writer gives. */
export function isIndexFile(name: string): boolean {
  return OWN_FILE.test(name);
}

export function removeUnreferenced(directory: Directory, referenced: ReadonlySet<string>): void {
  for (const name of directory.list()) {
    if (OWN_FILE.test(name) && !referenced.has(name)) directory.remove(name);
  }
}
