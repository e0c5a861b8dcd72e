/**
 * The commits of an index that are on disk: the newest one and earlier ones its owner may want to
 * return to. This class manages commit points and files of live documents, not segment files.
 */
import { assert } from '@skein/base';
import type { Directory } from '../store/directory.js';
import {
  type CommitPoint,
  commitFileName,
  commitFiles,
  commitGenerations,
  readCommit,
  readNewestCommit,
} from './commit_point.js';

const NO_COMMIT: CommitPoint = { generation: 0, segmentCounter: 0, segments: [], userData: {} };

export class KeptCommits {
  readonly #directory: Directory;
  /** The commits, oldest first. */
  #commits: CommitPoint[];
  #generation: number;

  constructor(directory: Directory) {
    this.#directory = directory;
    this.#commits = readAll(directory);
    this.#generation = this.newest.generation;
  }

  /** The newest commit; before the first one, an empty commit of generation 0. */
  get newest(): CommitPoint {
    return this.#commits.at(-1) ?? NO_COMMIT;
  }

  get all(): readonly CommitPoint[] {
    return this.#commits;
  }

  /** A generation that no commit has used. */
  get nextGeneration(): number {
    return this.#generation + 1;
  }

  /** Skips `count` generations. */
  skip(count: number): void {
    this.#generation += count;
  }

  /** Every file that a commit needs. */
  files(): Set<string> {
    return new Set(this.#commits.flatMap(commitFiles));
  }

  /** Adds a durable commit. */
  add(commit: CommitPoint): void {
    this.#commits.push(commit);
    this.#generation = commit.generation;
  }

  /** Drops older commits, which are not needed any more. */
  dropBefore(generation: number): void {
    this.#drop(this.#commits.filter((commit) => commit.generation < generation));
  }

  /** Removes later commits: when this returns, no crash can bring them back. */
  dropAfter(generation: number): CommitPoint {
    const later = this.#commits.filter((commit) => commit.generation > generation);
    for (const { generation } of later) this.#directory.remove(commitFileName(generation));
    if (later.length > 0) this.#directory.syncDirectory();
    this.#drop(later);
    const { newest } = this;
    assert(newest.generation === generation, `no commit of generation [${generation}]`);
    return newest;
  }

  /** Reads the commits in the directory again. */
  reload(): void {
    this.#commits = readAll(this.#directory);
    this.#generation = Math.max(this.#generation, this.newest.generation);
  }

  #drop(dropped: readonly CommitPoint[]): void {
    if (dropped.length === 0) return;
    this.#commits = this.#commits.filter((commit) => !dropped.includes(commit));
    const needed = this.files();
    for (const file of dropped.flatMap(commitFiles)) {
      if (!needed.has(file) && !/\.(?:seg|src)$/.test(file)) this.#directory.remove(file);
    }
  }
}

/**
 * The newest commit must be complete. An older one with missing files was being dropped when a
 * crash came.
 */
function readAll(directory: Directory): CommitPoint[] {
  const newest = readNewestCommit(directory);
  if (newest === undefined) return [];
  const present = new Set(directory.list());
  const older = commitGenerations(directory)
    .slice(0, -1)
    .map((generation) => readCommit(directory, generation))
    .filter((commit) => commitFiles(commit).every((file) => present.has(file)));
  return [...older, newest];
}
