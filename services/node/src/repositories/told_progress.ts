/** The progress of a shard's copy, reported now and then and not for every piece. */
import type { Progress, ShardCounts } from '@skein/snapshots';
import type { CopyProgress } from './repository_calls.js';

/** A report is made at least after so many bytes. */
const TOLD_BYTES = 8 * 1024 * 1024;

export class ToldProgress implements Progress {
  readonly #tell: (progress: CopyProgress) => void;
  #counts: ShardCounts = { files: 0, bytes: 0, newFiles: 0, newBytes: 0 };
  #files = 0;
  #bytes = 0;
  #toldBytes = 0;

  constructor(tell: (progress: CopyProgress) => void) {
    this.#tell = tell;
  }

  planned(counts: ShardCounts): void {
    this.#counts = counts;
    this.#tellNow();
  }

  filesDone(files: number, bytes: number): void {
    this.#files += files;
    this.#bytes += bytes;
    if (files > 0 || this.#bytes - this.#toldBytes >= TOLD_BYTES) this.#tellNow();
  }

  #tellNow(): void {
    this.#toldBytes = this.#bytes;
    const { files, bytes, newFiles, newBytes } = this.#counts;
    this.#tell({
      totalFiles: files,
      totalBytes: bytes,
      newFiles,
      newBytes,
      doneFiles: this.#files,
      doneBytes: this.#bytes,
    });
  }
}
