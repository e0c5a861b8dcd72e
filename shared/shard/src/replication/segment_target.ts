/** A replica's side of rounds of segments: what is on its way, and how long the last of them took. */
import type { Clock } from '@skein/base';
import type { CommitFile, EngineReplica } from '@skein/engine';
import { type FileProgress, FileTarget } from './file_target.js';

/** Of a replica whose index is a copy of its primary's. */
export interface SegmentReplication {
  /** Of the round under way: its files that have not come yet. */
  readonly bytesBehind: number;
  /** Since the round under way began; 0: there is none. */
  readonly currentLagMs: number;
  /** From the beginning to the end of the last round. */
  readonly lastLagMs: number;
  /** Rounds that ended. */
  readonly rounds: number;
}

export class SegmentTarget implements FileProgress {
  readonly files: FileTarget;
  readonly #clock: Clock;
  #bytesBehind = 0;
  #begunMs: number | undefined;
  #lastLagMs = 0;
  #rounds = 0;

  constructor(replica: EngineReplica, clock: Clock) {
    this.#clock = clock;
    this.files = new FileTarget({ replica, isBeside: true, progress: this });
  }

  get state(): SegmentReplication {
    const begunMs = this.#begunMs;
    return {
      bytesBehind: this.#bytesBehind,
      currentLagMs: begunMs === undefined ? 0 : this.#clock.monotonicMs() - begunMs,
      lastLagMs: this.#lastLagMs,
      rounds: this.#rounds,
    };
  }

  filesWanted(files: readonly CommitFile[], present: ReadonlySet<string>): void {
    this.#begunMs = this.#clock.monotonicMs();
    this.#bytesBehind = files.reduce(
      (sum, { name, lengthBytes }) => sum + (present.has(name) ? 0 : lengthBytes),
      0,
    );
  }

  bytesReceived(_file: CommitFile, bytes: number): void {
    this.#bytesBehind -= bytes;
  }

  filesInPlace(): void {
    this.#lastLagMs = this.#clock.monotonicMs() - (this.#begunMs ?? this.#clock.monotonicMs());
    this.#begunMs = undefined;
    this.#bytesBehind = 0;
    this.#rounds++;
  }
}
