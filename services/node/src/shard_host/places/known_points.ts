/** The main thread's record of the points in time that a search thread has open. */
import { type LocalPoint, pointName } from './search_place.js';

interface KnownPoint {
  readonly handle: number;
  /** The version of the index that the thread knows. */
  readonly indexVersion: string;
}

export class KnownPoints {
  readonly #known = new Map<string, KnownPoint>();
  #nextHandle = 1;

  /**
   * Undefined if the thread does not have the point in time open, or knows another version of its
   * index.
   */
  handleOf(point: LocalPoint): number | undefined {
    const known = this.#known.get(pointName(point));
    return known?.indexVersion === point.index.version ? known.handle : undefined;
  }

  /** The handle to open it under: its existing one, or a new one. */
  handleToOpen(point: LocalPoint): number {
    return this.#known.get(pointName(point))?.handle ?? this.#nextHandle++;
  }

  opened(point: LocalPoint, handle: number): void {
    this.#known.set(pointName(point), { handle, indexVersion: point.index.version });
  }

  /** True if it was known. */
  forget(point: Pick<LocalPoint, 'key' | 'snapshot'>): boolean {
    return this.#known.delete(pointName(point));
  }
}
