/** The progress of a copy's recovery, shown by `_recovery` and kept while the copy is open. */
import type { Clock } from '@skein/base';
import type { RecoverySource } from '@skein/cluster';
import type { CommitFile } from '@skein/engine';

export type RecoveryStage = 'INIT' | 'INDEX' | 'VERIFY_INDEX' | 'TRANSLOG' | 'FINALIZE' | 'DONE';
export type RecoveryType = RecoverySource;

/** Times in milliseconds; a moment whose name ends with `Ms` counts since the epoch. */
export interface RecoveryState {
  readonly type: RecoveryType;
  readonly stage: RecoveryStage;
  /** The node that it recovers from; undefined: its own disk, or nothing. */
  readonly sourceNodeId: string | undefined;
  readonly startMs: number;
  readonly stopMs: number | undefined;
  readonly files: readonly RecoveredFile[];
  readonly index: StageTime;
  readonly operations: { readonly recovered: number; readonly total: number };
  readonly translog: StageTime;
}

export interface RecoveredFile {
  readonly name: string;
  readonly lengthBytes: number;
  readonly recoveredBytes: number;
  /** True if the file existed before. */
  readonly isReused: boolean;
}

export interface StageTime {
  readonly startMs: number | undefined;
  readonly tookMs: number;
}

interface FileProgress {
  readonly lengthBytes: number;
  readonly isReused: boolean;
  recoveredBytes: number;
}

interface Stopwatch {
  startMs: number | undefined;
  stopMs: number | undefined;
}

export class RecoveryProgress {
  readonly #type: RecoveryType;
  readonly #clock: Clock;
  #stage: RecoveryStage = 'INIT';
  #sourceNodeId: string | undefined;
  #startMs: number;
  #stopMs: number | undefined;
  #files = new Map<string, FileProgress>();
  #index: Stopwatch = { startMs: undefined, stopMs: undefined };
  #translog: Stopwatch = { startMs: undefined, stopMs: undefined };
  #operations = { recovered: 0, total: 0 };
  /** Time of the last progress, on the monotonic clock. */
  #activeMs: number;

  constructor(type: RecoveryType, clock: Clock) {
    this.#type = type;
    this.#clock = clock;
    this.#startMs = clock.nowMs();
    this.#activeMs = clock.monotonicMs();
  }

  /** Time without progress. */
  get idleMs(): number {
    return this.#clock.monotonicMs() - this.#activeMs;
  }

  /** Starts a new attempt. */
  begin(sourceNodeId: string | undefined): void {
    this.#restart();
    this.#noteActivity();
    this.#sourceNodeId = sourceNodeId;
    this.#startMs = this.#clock.nowMs();
    this.#stopMs = undefined;
  }

  /**
   * Records that a source sends its files: whatever an earlier source has sent counts no more.
   * `present`: the wanted files that the copy had already.
   */
  filesWanted(files: readonly CommitFile[], present: ReadonlySet<string>): void {
    this.#restart();
    this.#enter('INDEX');
    this.#files = new Map(
      files.map(({ name, lengthBytes }) => [
        name,
        { lengthBytes, recoveredBytes: 0, isReused: present.has(name) },
      ]),
    );
  }

  /**
   * Records the files of a copy that opens its own disk. Files from a repository were downloaded
   * just before, so they do not count as reused.
   */
  foundOnDisk(files: readonly CommitFile[], operations: number): void {
    const isReused = this.#type !== 'SNAPSHOT' && this.#type !== 'REMOTE';
    this.#files = new Map(
      files.map(({ name, lengthBytes }) => [
        name,
        { lengthBytes, recoveredBytes: isReused ? 0 : lengthBytes, isReused },
      ]),
    );
    this.#operations = { recovered: operations, total: operations };
  }

  bytesReceived({ name }: CommitFile, bytes: number): void {
    this.#noteActivity();
    const file = this.#files.get(name);
    if (file !== undefined) file.recoveredBytes += bytes;
  }

  filesInPlace(): void {
    this.#enter('VERIFY_INDEX');
  }

  operationsApplied(count: number): void {
    this.#noteActivity();
    this.#enter('TRANSLOG');
    this.#operations.recovered += count;
    this.#operations.total = Math.max(this.#operations.total, this.#operations.recovered);
  }

  finalizing(): void {
    this.#enter('FINALIZE');
  }

  /** Records that the copy serves requests. */
  done(): void {
    if (this.#stage === 'DONE') return;
    this.#enter('DONE');
    this.#stopMs = this.#clock.nowMs();
  }

  get isUnderWay(): boolean {
    return this.#stage !== 'DONE';
  }

  get state(): RecoveryState {
    return {
      type: this.#type,
      stage: this.#stage,
      sourceNodeId: this.#sourceNodeId,
      startMs: this.#startMs,
      stopMs: this.#stopMs,
      files: [...this.#files].map(([name, file]) => ({ name, ...file })),
      index: this.#time(this.#index),
      operations: { ...this.#operations },
      translog: this.#time(this.#translog),
    };
  }

  #restart(): void {
    this.#stage = 'INIT';
    this.#files = new Map();
    this.#index = { startMs: undefined, stopMs: undefined };
    this.#translog = { startMs: undefined, stopMs: undefined };
    this.#operations = { recovered: 0, total: 0 };
  }

  #noteActivity(): void {
    this.#activeMs = this.#clock.monotonicMs();
  }

  #enter(stage: RecoveryStage): void {
    if (this.#stage === stage) return;
    this.#noteActivity();
    this.#stage = stage;
    const nowMs = this.#clock.nowMs();
    if (stage === 'INDEX') this.#index.startMs = nowMs;
    else if (this.#index.startMs !== undefined) this.#index.stopMs ??= nowMs;
    if (stage === 'TRANSLOG') this.#translog.startMs = nowMs;
    else if (this.#translog.startMs !== undefined) this.#translog.stopMs ??= nowMs;
  }

  #time({ startMs, stopMs }: Stopwatch): StageTime {
    if (startMs === undefined) return { startMs, tookMs: 0 };
    return { startMs, tookMs: (stopMs ?? this.#clock.nowMs()) - startMs };
  }
}
