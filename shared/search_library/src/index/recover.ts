/** What a directory holds: the newest commit, every segment of it read and verified. */

import { corruptIndex } from '../codec/corrupt_index.js';
import { openSegmentHead, readSegmentHead, verifySegmentFile } from '../codec/v1/segment_file.js';
import { expectedSource } from '../codec/v1/stored_fields/stored_fields_reader.js';
import type { Directory } from '../store/directory.js';
import type { CommitPoint, CommittedSegment } from './commit_point.js';
import { readLiveness } from './read_liveness.js';
import type { SegmentHandle } from './snapshot.js';
import { type NewWriterSegment, WriterSegment } from './writer_segment.js';

/** Files a writer owns: it removes those that no commit and no reader names. Others (the translog) are not its business. */
const OWN_FILE =
  /^(?:_[0-9a-z]+\.(?:seg|src)|_[0-9a-z]+_[0-9a-z]+\.liv|(?:pending_)?segments_[0-9a-z]+)$/;

/** By name: segments that are open already, read and verified. */
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

/** Reads the files of the segment from end to end, and throws when they are not what was committed. `known`: the head of a verified file. */
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

/** `_1a` is the 46th; -1 for what is no name of a segment. */
export function segmentNumber(name: string): number {
  return /^_[0-9a-z]+$/.test(name) ? Number.parseInt(name.slice(1), 36) : -1;
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
