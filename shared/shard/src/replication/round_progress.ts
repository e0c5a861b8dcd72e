/**
 * The progress of one round (one copy of a commit to a replica that copies segments), as the
 * sending primary sees it. The stages have OpenSearch's names, but in OpenSearch the replica starts
 * the round and requests the files; here the primary starts it and sends them.
 */
import type { Clock } from '@skein/base';
import type { CommitFile } from '@skein/engine';

type RoundStage = 'init' | 'file_diff' | 'get_files' | 'finalize_replication' | 'done';

export interface RoundState {
  readonly stage: RoundStage;
  /** Time since the epoch, like `stopMs`, which is undefined while the round runs. */
  readonly startMs: number;
  readonly stopMs: number | undefined;
  /** Duration so far; of an ended round, its whole duration. */
  readonly timeMs: number;
  /** Files of the commit; 0 until the replica has said which of them it has. */
  readonly files: number;
  readonly bytes: number;
  /** Files that the replica lacked when the round began. */
  readonly lackedFiles: number;
  readonly lackedBytes: number;
  readonly sentFiles: number;
  readonly sentBytes: number;
  /** Milliseconds spent in each finished stage. */
  readonly stageMs: Readonly<Partial<Record<RoundStage, number>>>;
}

/** Receives the progress of sending the files of a commit to another copy. */
export interface SendProgress {
  /** Called before the target is asked which files it has. */
  begins(): void;
  /** Called with the target's answer: `present` are the files of the commit that it has already. */
  lacks(files: readonly CommitFile[], present: ReadonlySet<string>): void;
  sentBytes(bytes: number): void;
  sentFile(): void;
}

/** Ignores the progress. */
export const NO_SEND_PROGRESS: SendProgress = {
  begins: () => {},
  lacks: () => {},
  sentBytes: () => {},
  sentFile: () => {},
};

export class RoundProgress implements SendProgress {
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #beganMs: number;
  readonly #stageMs: Partial<Record<RoundStage, number>> = {};
  #stage: RoundStage = 'init';
  #stageFromMs: number;
  #stopMs: number | undefined;
  #all = NO_FILES;
  #lacked = NO_FILES;
  #sent = { files: 0, bytes: 0 };
  #names: ReadonlySet<string> = new Set();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startMs = clock.nowMs();
    this.#beganMs = clock.monotonicMs();
    this.#stageFromMs = this.#beganMs;
  }

  begins(): void {
    this.#enter('file_diff');
  }

  lacks(files: readonly CommitFile[], present: ReadonlySet<string>): void {
    this.#all = sizeOf(files);
    this.#lacked = sizeOf(files.filter(({ name }) => !present.has(name)));
    this.#names = new Set(files.map(({ name }) => name));
    this.#enter('get_files');
  }

  sentBytes(bytes: number): void {
    this.#sent.bytes += bytes;
  }

  sentFile(): void {
    this.#sent.files++;
  }

  /** Records that all files are sent; the replica now installs them. */
  finalizes(): void {
    this.#enter('finalize_replication');
  }

  ended(): void {
    this.#enter('done');
    this.#stopMs = this.#clock.nowMs();
  }

  /** Names of the files of the commit. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  get state(): RoundState {
    const timeMs = this.#stopMs === undefined ? this.#clock.monotonicMs() : this.#stageFromMs;
    return {
      stage: this.#stage,
      startMs: this.#startMs,
      stopMs: this.#stopMs,
      timeMs: timeMs - this.#beganMs,
      files: this.#all.files,
      bytes: this.#all.bytes,
      lackedFiles: this.#lacked.files,
      lackedBytes: this.#lacked.bytes,
      sentFiles: this.#sent.files,
      sentBytes: this.#sent.bytes,
      stageMs: { ...this.#stageMs },
    };
  }

  #enter(stage: RoundStage): void {
    const nowMs = this.#clock.monotonicMs();
    this.#stageMs[this.#stage] = nowMs - this.#stageFromMs;
    this.#stage = stage;
    this.#stageFromMs = nowMs;
  }
}

const NO_FILES = { files: 0, bytes: 0 };

function sizeOf(files: readonly CommitFile[]): typeof NO_FILES {
  const bytes = files.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
  return { files: files.length, bytes };
}
