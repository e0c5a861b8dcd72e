/** The segments of a writer, oldest first, and their files: opened, replaced by what they were merged into, removed when nobody names them. */

import type { FileOutput } from '../codec/file_output.js';
import { freeMemory } from '../codec/free_memory.js';
import type { MergeCandidate } from '../merge/tiered.js';
import type { Directory } from '../store/directory.js';
import type { CommitPoint, CommittedSegment } from './commit_point.js';
import type { NewSegment } from './index_buffer.js';
import type { SegmentStats } from './index_writer_options.js';
import type { KeptCommits } from './kept_commits.js';
import { linkSegment } from './link_segment.js';
import { newLiveness } from './read_liveness.js';
import {
  type KnownSegments,
  nextSegmentNumber,
  recoverSegments,
  segmentNumber,
} from './recover.js';
import { SegmentFiles } from './segment_files.js';
import type { SegmentHandle } from './snapshot.js';
import { type NewWriterSegment, WriterSegment } from './writer_segment.js';

export class WriterSegments {
  /** Whether there is something that the newest snapshot does not show. */
  changed = false;
  readonly #directory: Directory;
  /** Below which sequence number deleted documents need not stay. */
  readonly #retainFrom: () => number;
  readonly #files: SegmentFiles;
  #segments: readonly WriterSegment[];
  #nextNumber: number;

  /** Those of the newest commit; the files of the others are there, too. */
  constructor(
    directory: Directory,
    { newest, all: commits }: KeptCommits,
    retainFrom: () => number,
  ) {
    this.#directory = directory;
    this.#retainFrom = retainFrom;
    this.#nextNumber = nextSegmentNumber(directory, newest);
    this.#segments = recoverSegments(directory, newest);
    const names = commits.flatMap(({ segments }) => segments.map(({ name }) => name));
    this.#files = new SegmentFiles(directory, names);
    for (const segment of this.#segments) this.#files.opened(segment.handle());
  }

  get all(): readonly WriterSegment[] {
    return this.#segments;
  }

  get nextNumber(): number {
    return this.#nextNumber;
  }

  handles(): SegmentHandle[] {
    return this.#segments.map((segment) => segment.handle());
  }

  /** As the merge policy sees them. */
  candidates(): MergeCandidate[] {
    const retainFrom = this.#retainFrom();
    return this.#segments.map((segment) => segment.candidate(retainFrom));
  }

  stats(): SegmentStats[] {
    return this.#segments.map((segment) => segment.stats());
  }

  /** So many names are left out. */
  skipNames(count: number): void {
    this.#nextNumber += count;
  }

  newName(): string {
    return `_${(this.#nextNumber++).toString(36)}`;
  }

  /** Writes a new segment, unsynced: `write` gets what goes to `<name>.seg`. */
  write(write: (name: string, output: FileOutput) => NewSegment): void {
    const name = this.newName();
    const made = this.#files.write(name, (output) => write(name, output));
    freeMemory(made.source);
    this.#add({ name, ...newLiveness(this.#directory, name), committed: false });
  }

  /** Takes over the segments of another index's commit. */
  link(source: Directory, commit: CommitPoint): void {
    const fresh = this.#nextNumber;
    this.#nextNumber = Math.max(fresh, commit.segmentCounter);
    for (const committed of commit.segments) {
      const isFree = segmentNumber(committed.name) >= fresh;
      const name = isFree ? committed.name : this.newName();
      this.#add(linkSegment(source, committed, this.#directory, name));
    }
  }

  /** Deletes documents of these ids; segments that nobody needs any more go. */
  delete(idsOf: (segment: WriterSegment) => Iterable<string>): void {
    for (const segment of this.#segments) {
      if (segment.deleteIds(idsOf(segment)) > 0) this.changed = true;
    }
    const retainFrom = this.#retainFrom();
    this.#segments = this.#segments.filter((segment) => segment.isNeeded(retainFrom));
  }

  /** The merged segment stands where the first of its sources stood. */
  replace(sources: readonly WriterSegment[], state: NewWriterSegment): void {
    const merged = this.#open(state);
    const names = new Set(sources.map(({ name }) => name));
    const place = this.#segments.findIndex(({ name }) => names.has(name));
    const others = this.#segments.filter(({ name }) => !names.has(name));
    const isNeeded = merged.isNeeded(this.#retainFrom());
    if (isNeeded) others.splice(place < 0 ? others.length : place, 0, merged);
    this.#segments = others;
    this.changed = true;
  }

  /** Brings what was not written yet to the disk, unsynced, and its names to `written`. */
  commit(generation: number, written: string[]): CommittedSegment[] {
    return this.#segments.map((segment) => segment.commit(generation, written));
  }

  /** The commit is durable. */
  committed(): void {
    for (const segment of this.#segments) segment.committed = true;
  }

  /** Goes to what a commit says. `known`: segments that are open already. */
  become(commit: CommitPoint, known: KnownSegments): void {
    this.#nextNumber = Math.max(this.#nextNumber, nextSegmentNumber(this.#directory, commit));
    for (const { name } of commit.segments) this.#files.add(name);
    this.#segments = recoverSegments(this.#directory, commit, known);
    for (const segment of this.#segments) this.#files.opened(segment.handle());
    this.changed = true;
  }

  /** The files of this segment are there, which is none of the writer's. */
  strange(name: string): void {
    this.#files.add(name);
  }

  /** Removes the files of every segment that is none of these and that no group names. */
  keepOnly(needed: Iterable<readonly { readonly name: string }[]>): void {
    this.#files.keepOnly([this.#segments, ...needed]);
  }

  close(): void {
    this.#files.close();
    this.#segments = [];
  }

  #add(state: NewWriterSegment): void {
    this.#segments = [...this.#segments, this.#open(state)];
    this.changed = true;
  }

  #open(state: NewWriterSegment): WriterSegment {
    const segment = new WriterSegment(state, this.#directory);
    this.#files.opened(segment.handle());
    return segment;
  }
}
