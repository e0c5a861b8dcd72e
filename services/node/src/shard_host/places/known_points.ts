/** Points in time that a search thread has open, as the main thread knows it. */
import { type LocalPoint, pointName } from './search_place.js';

interface KnownPoint {
  readonly handle: number;
  /** The version of the index the thread knows. */
  readonly indexVersion: string;
}

export class KnownPoints {
  readonly #known = new Map<string, KnownPoint>();
  #nextHandle = 1;

  /** `undefined`: the thread has it not, or another version of its index. */
  handleOf(point: LocalPoint): number | undefined {
    const known = this.#known.get(pointName(point));
    return known?.indexVersion === point.index.version ? known.handle : undefined;
  }

  /** The number it is opened under: the one that it has, if it is there. */
  handleToOpen(point: LocalPoint): number {
    return this.#known.get(pointName(point))?.handle ?? this.#nextHandle++;
  }

  opened(point: LocalPoint, handle: number): void {
    this.#known.set(pointName(point), { handle, indexVersion: point.index.version });
  }

  /** Whether it was there. */
  forget(point: Pick<LocalPoint, 'key' | 'snapshot'>): boolean {
    return this.#known.delete(pointName(point));
  }
}
