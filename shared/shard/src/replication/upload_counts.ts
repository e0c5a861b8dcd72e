/** Counts uploads of one kind to the remote store. */
import type { Clock } from '@skein/base';
import type { UploadCounts } from '../calls.js';

export class Uploads {
  readonly #clock: Clock;
  #started = 0;
  #succeeded = 0;
  #failed = 0;
  #bytes = 0;
  #failedBytes = 0;
  #openBytes = 0;
  #timeMs = 0;
  #lastMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts the start of an upload of about `bytes`. Call the result with the uploaded bytes, or
   * with undefined if the upload failed.
   */
  begin(bytes: number): (brought: number | undefined) => void {
    this.#started++;
    this.#openBytes += bytes;
    const startMs = this.#clock.monotonicMs();
    return (brought) => {
      this.#openBytes -= bytes;
      this.#timeMs += this.#clock.monotonicMs() - startMs;
      if (brought === undefined) {
        this.#failed++;
        this.#failedBytes += bytes;
        return;
      }
      this.#succeeded++;
      this.#bytes += brought;
      this.#lastMs = this.#clock.nowMs();
    };
  }

  get counts(): UploadCounts {
    return {
      started: this.#started,
      succeeded: this.#succeeded,
      failed: this.#failed,
      bytes: this.#bytes,
      failedBytes: this.#failedBytes,
      openBytes: this.#openBytes,
      timeMs: this.#timeMs,
      lastMs: this.#lastMs,
    };
  }
}
