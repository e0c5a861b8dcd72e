/** Recovers the newest commit of a directory and verifies every segment of it. */

import { corruptIndex } from '../codec/corrupt_index.js';
import { openSegmentHead, readSegmentHead, verifySegmentFile } from '../codec/v1/segment_file.js';
import { expectedSource } from '../codec/v1/stored_fields/stored_fields_reader.js';
import type { Directory } from '../store/directory.js';
import type { CommitPoint, CommittedSegment } from './commit_point.js';
import { readLiveness } from './read_liveness.js';
import type { SegmentHandle } from './snapshot.js';
import { type NewWriterSegment, WriterSegment } from './writer_segment.js';

/**
 * Files that belong to a writer, which removes those that no commit and no reader names. It leaves
 * other files (the translog) alone.
 */
const OWN_FILE =
  /^(?:_[0-9a-z]+\.(?:seg|src)|_[0-9a-z]+_[0-9a-z]+\.liv|(?:pending_)?segments_[0-9a-z]+)$/;

/** Segments by name that are open and verified already. */
export type KnownSegments = ReadonlyMap<string, SegmentHandle>;

export function recoverSegments(
  directory: Directory,
  commit: CommitPoint,
  known: KnownSegments = new Map(),
): WriterSegment[] {
  return commit.segments.map((committed) => {
    const same = known.get(committed.name);
    const state = recoverSegment(directory, committed, same?.head);
    return new WriterSegment(state, directory, same);
  });
}

/**
 * Reads the files of the segment from end to end, and throws when they are not the committed ones.
 * `known` is the head of a verified file.
 */
export function recoverSegment(
  directory: Directory,
  committed: CommittedSegment,
  known?: SharedArrayBuffer,
): NewWriterSegment {
  const { name, docCount } = committed;
  const file = `${name}.seg`;
  const opened = openSegmentHead(known ?? readVerified(directory, file), file);
  if (opened.name !== name || opened.docCount !== docCount) {
    throw corruptIndex(`file belongs to another segment [${opened.name}]`, file);
  }
  const { length } = expectedSource(opened);
  const actual = lengthOf(directory, `${name}.src`);
  if (actual !== length) {
    throw corruptIndex(`file has [${actual}] bytes, expected [${length}]`, `${name}.src`);
  }
  if (opened.checksum !== committed.checksum) {
    throw corruptIndex('file is not the one that was committed', file);
  }
  const liveness = readLiveness(directory, committed);
  return { name, docCount, ...liveness, committed: true };
}

function readVerified(directory: Directory, file: string): SharedArrayBuffer {
  lengthOf(directory, file);
  verifySegmentFile(directory, file);
  return readSegmentHead(directory, file);
}

function lengthOf(directory: Directory, file: string): number {
  if (!directory.exists(file)) throw corruptIndex('file is missing', file);
  return directory.length(file);
}

/** The number in a segment's name: `_1a` is 46; -1 for any other name. */
export function segmentNumber(name: string): number {
  return /^_[0-9a-z]+$/.test(name) ? Number.parseInt(name.slice(1), 36) : -1;
}

/** The first number above those of all segments in the directory, committed or left over. */
export function nextSegmentNumber(directory: Directory, commit: CommitPoint): number {
  let next = commit.segmentCounter;
  for (const name of directory.list()) {
    const match = /^_([0-9a-z]+)\.(?:seg|src)$/.exec(name);
    if (match) next = Math.max(next, Number.parseInt(match[1], 36) + 1);
  }
  return next;
}

/** True if a writer gives names like this one. */
export function isIndexFile(name: string): boolean {
  return OWN_FILE.test(name);
}

export function removeUnreferenced(directory: Directory, referenced: ReadonlySet<string>): void {
  for (const name of directory.list()) {
    if (OWN_FILE.test(name) && !referenced.has(name)) directory.remove(name);
  }
}
