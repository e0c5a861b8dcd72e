/** The progress of a shard's copy, reported now and then and not for every piece. */
import type { Progress, ShardCounts } from '@skein/snapshots';
import type { CopyProgress } from './repository_calls.js';

/** A report is made at least after so many bytes. */
const REPORT_BYTES = 8 * 1024 * 1024;

export class ThrottledProgress implements Progress {
  readonly #report: (progress: CopyProgress) => void;
  #counts: ShardCounts = { files: 0, bytes: 0, newFiles: 0, newBytes: 0 };
  #files = 0;
  #bytes = 0;
  #reportedBytes = 0;

  constructor(report: (progress: CopyProgress) => void) {
    this.#report = report;
  }

  planned(counts: ShardCounts): void {
    this.#counts = counts;
    this.#reportNow();
  }

  filesDone(files: number, bytes: number): void {
    this.#files += files;
    this.#bytes += bytes;
    if (files > 0 || this.#bytes - this.#reportedBytes >= REPORT_BYTES) this.#reportNow();
  }

  #reportNow(): void {
    this.#reportedBytes = this.#bytes;
    const { files, bytes, newFiles, newBytes } = this.#counts;
    this.#report({
      totalFiles: files,
      totalBytes: bytes,
      newFiles,
      newBytes,
      doneFiles: this.#files,
      doneBytes: this.#bytes,
    });
  }
}
