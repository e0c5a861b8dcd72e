/** The points in time that a writer has published, and which of them somebody may still read. */
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';

export class PublishedSnapshots {
  #current: ReaderSnapshot;
  /** By version. */
  readonly #pinned = new Map<number, ReaderSnapshot>();

  constructor(segments: readonly SegmentHandle[]) {
    this.#current = { version: 1, segments };
    this.#pinned.set(1, this.#current);
  }

  get current(): ReaderSnapshot {
    return this.#current;
  }

  /** Pinned until it is released. */
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

  /** The segments of those that may be read; the current one's always are. */
  groups(): (readonly SegmentHandle[])[] {
    return [...this.#pinned.values(), this.#current].map(({ segments }) => segments);
  }
}
