/**
 * The segments of a writer, oldest first, and their files. Segments are opened, replaced by the
 * segment they were merged into, and removed when nothing refers to them.
 */

import type { MergeCandidate } from '../merge/tiered.js';
import type { Directory } from '../store/directory.js';
import type { CommitPoint, CommittedSegment } from './commit_point.js';
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
  /** True if there are changes that the newest snapshot does not show. */
  changed = false;
  readonly #directory: Directory;
  /** Deleted documents below this sequence number need not stay. */
  readonly #retainFrom: () => number;
  readonly #files: SegmentFiles;
  #segments: readonly WriterSegment[];
  #nextNumber: number;

  /** Opens the segments of the newest commit, and registers the files of the other commits. */
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

  /** The segments as the merge policy sees them. */
  candidates(): MergeCandidate[] {
    const retainFrom = this.#retainFrom();
    return this.#segments.map((segment) => segment.candidate(retainFrom));
  }

  stats(): SegmentStats[] {
    return this.#segments.map((segment) => segment.stats());
  }

  /** Skips `count` names. */
  skipNames(count: number): void {
    this.#nextNumber += count;
  }

  newName(): string {
    return `_${(this.#nextNumber++).toString(36)}`;
  }

  /** Adds a new segment, whose files are written and unsynced. */
  add(name: string): void {
    this.#add({ name, ...newLiveness(this.#directory, name), committed: false });
  }

  /** Adds the segments of another index's commit. */
  link(source: Directory, commit: CommitPoint): void {
    const fresh = this.#nextNumber;
    this.#nextNumber = Math.max(fresh, commit.segmentCounter);
    for (const committed of commit.segments) {
      const isFree = segmentNumber(committed.name) >= fresh;
      const name = isFree ? committed.name : this.newName();
      this.#add(linkSegment(source, committed, this.#directory, name));
    }
  }

  /** Deletes the documents of these ids, and drops segments that are not needed any more. */
  delete(idsOf: (segment: WriterSegment) => Iterable<string>): void {
    for (const segment of this.#segments) {
      if (segment.deleteIds(idsOf(segment)) > 0) this.changed = true;
    }
    const retainFrom = this.#retainFrom();
    this.#segments = this.#segments.filter((segment) => segment.isNeeded(retainFrom));
  }

  /** Puts the merged segment in the place of the first of its sources. */
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

  /** Writes everything that is not on disk yet, unsynced, and adds the file names to `written`. */
  commit(generation: number, written: string[]): CommittedSegment[] {
    return this.#segments.map((segment) => segment.commit(generation, written));
  }

  /** Marks all segments as committed once the commit is durable. */
  committed(): void {
    for (const segment of this.#segments) segment.committed = true;
  }

  /** Switches to the segments of a commit. `known` are segments that are open already. */
  become(commit: CommitPoint, known: KnownSegments): void {
    this.#nextNumber = Math.max(this.#nextNumber, nextSegmentNumber(this.#directory, commit));
    for (const { name } of commit.segments) this.#files.add(name);
    this.#segments = recoverSegments(this.#directory, commit, known);
    for (const segment of this.#segments) this.#files.opened(segment.handle());
    this.changed = true;
  }

  /** Registers the files of a segment that does not belong to the writer. */
  strange(name: string): void {
    this.#files.add(name);
  }

  /** Removes the files of every segment that neither the writer nor a group names. */
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
