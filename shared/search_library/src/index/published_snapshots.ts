/** The snapshots that a writer has published, and those that may still be read. */
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';

export class PublishedSnapshots {
  #current: ReaderSnapshot;
  /** The pinned snapshots by version. */
  readonly #pinned = new Map<number, ReaderSnapshot>();

  constructor(segments: readonly SegmentHandle[]) {
    this.#current = { version: 1, segments };
    this.#pinned.set(1, this.#current);
  }

  get current(): ReaderSnapshot {
    return this.#current;
  }

  /** Publishes a snapshot, which is pinned until it is released. */
  publish(segments: readonly SegmentHandle[]): ReaderSnapshot {
    this.#current = { version: this.#current.version + 1, segments };
    this.#pinned.set(this.#current.version, this.#current);
    return this.#current;
  }

  release(version: number): void {
    this.#pinned.delete(version);
  }

  releaseAll(): void {
    this.#pinned.clear();
  }

  /** The segments of each snapshot that may be read. The current snapshot is always among them. */
  groups(): (readonly SegmentHandle[])[] {
    return [...this.#pinned.values(), this.#current].map(({ segments }) => segments);
  }
}
