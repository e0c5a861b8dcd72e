/**
 * The commits of an index that are on the disk: the newest, and those before it that its owner may want to go back to. Files of segments are
 * not its business; commit points and files of live documents are.
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
  /** Oldest first. */
  #commits: CommitPoint[];
  #generation: number;

  constructor(directory: Directory) {
    this.#directory = directory;
    this.#commits = readAll(directory);
    this.#generation = this.newest.generation;
  }

  /** Of generation 0, and empty, before the first. */
  get newest(): CommitPoint {
    return this.#commits.at(-1) ?? NO_COMMIT;
  }

  get all(): readonly CommitPoint[] {
    return this.#commits;
  }

  /** No commit has had it. */
  get nextGeneration(): number {
    return this.#generation + 1;
  }

  /** So many generations are left out. */
  skip(count: number): void {
    this.#generation += count;
  }

  /** Every file that a commit needs. */
  files(): Set<string> {
    return new Set(this.#commits.flatMap(commitFiles));
  }

  /** It is durable. */
  add(commit: CommitPoint): void {
    this.#commits.push(commit);
    this.#generation = commit.generation;
  }

  /** Older ones are of no use any more. */
  dropBefore(generation: number): void {
    this.#drop(this.#commits.filter((commit) => commit.generation < generation));
  }

  /** Later ones never happened: when this returns no crash brings them back. */
  dropAfter(generation: number): CommitPoint {
    const later = this.#commits.filter((commit) => commit.generation > generation);
    for (const { generation } of later) this.#directory.remove(commitFileName(generation));
    if (later.length > 0) this.#directory.syncDirectory();
    this.#drop(later);
    const { newest } = this;
    assert(newest.generation === generation, `no commit of generation [${generation}]`);
    return newest;
  }

  /** What the directory has now. */
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

/** The newest must be whole; an older one of which something is gone was being dropped when the power went. */
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
