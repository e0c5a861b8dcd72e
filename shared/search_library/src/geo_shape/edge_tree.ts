/**
 * The edges of rings or lines in an interval tree over their latitudes, so that a test reads only
 * edges that share its latitudes.
 */
import type { Coordinates } from './geometry.js';
import { orient, segmentsCross, segmentsMeet, type Triangle } from './plane.js';

export class EdgeTree {
  readonly #x1: Float64Array;
  readonly #y1: Float64Array;
  readonly #x2: Float64Array;
  readonly #y2: Float64Array;
  /**
   * Greatest latitude of the edges of each subtree. The tree of edges `low … high - 1`, sorted by
   * least latitude, has its root in the middle.
   */
  readonly #greatest: Float64Array;
  readonly #count: number;

  constructor(rings: readonly Coordinates[]) {
    const edges: [number, number, number, number][] = [];
    for (const ring of rings) {
      for (let i = 0; i + 3 < ring.length; i += 2) {
        edges.push([ring[i], ring[i + 1], ring[i + 2], ring[i + 3]]);
      }
    }
    edges.sort((a, b) => Math.min(a[1], a[3]) - Math.min(b[1], b[3]));
    this.#count = edges.length;
    this.#x1 = Float64Array.from(edges, (edge) => edge[0]);
    this.#y1 = Float64Array.from(edges, (edge) => edge[1]);
    this.#x2 = Float64Array.from(edges, (edge) => edge[2]);
    this.#y2 = Float64Array.from(edges, (edge) => edge[3]);
    this.#greatest = new Float64Array(this.#count);
    this.#fill(0, this.#count);
  }

  #fill(low: number, high: number): number {
    if (low >= high) return Number.NEGATIVE_INFINITY;
    const middle = (low + high) >>> 1;
    const own = Math.max(this.#y1[middle], this.#y2[middle]);
    const greatest = Math.max(own, this.#fill(low, middle), this.#fill(middle + 1, high));
    this.#greatest[middle] = greatest;
    return greatest;
  }

  /** Calls `test` for each edge whose box intersects the given one, until it returns true. */
  #some(
    { minX, maxX, minY, maxY }: Pick<Triangle, 'minX' | 'maxX' | 'minY' | 'maxY'>,
    test: (edge: number) => boolean,
    low = 0,
    high = this.#count,
  ): boolean {
    if (low >= high) return false;
    const middle = (low + high) >>> 1;
    if (this.#greatest[middle] < minY) return false;
    const box = { minX, maxX, minY, maxY };
    if (this.#some(box, test, low, middle)) return true;
    const y1 = this.#y1[middle];
    const y2 = this.#y2[middle];
    if (Math.min(y1, y2) > maxY) return false;
    const x1 = this.#x1[middle];
    const x2 = this.#x2[middle];
    const apart = (y1 < minY && y2 < minY) || (x1 < minX && x2 < minX) || (x1 > maxX && x2 > maxX);
    if (!apart && test(middle)) return true;
    return this.#some(box, test, middle + 1, high);
  }

  /**
   * True if a point is inside closed rings or on one of their edges. Even-odd rule with a ray to
   * the right.
   */
  contains(x: number, y: number): boolean {
    let inside = false;
    const onEdge = this.#some(
      { minX: x, maxX: Number.POSITIVE_INFINITY, minY: y, maxY: y },
      (edge) => {
        const x1 = this.#x1[edge];
        const y1 = this.#y1[edge];
        const x2 = this.#x2[edge];
        const y2 = this.#y2[edge];
        if (this.#isOn(edge, x, y)) return true;
        if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
        return false;
      },
    );
    return onEdge || inside;
  }

  isOnEdge(x: number, y: number): boolean {
    return this.#some({ minX: x, maxX: x, minY: y, maxY: y }, (edge) => this.#isOn(edge, x, y));
  }

  #isOn(edge: number, x: number, y: number): boolean {
    const x1 = this.#x1[edge];
    const y1 = this.#y1[edge];
    const x2 = this.#x2[edge];
    const y2 = this.#y2[edge];
    if (x < Math.min(x1, x2) || x > Math.max(x1, x2)) return false;
    if (y < Math.min(y1, y2) || y > Math.max(y1, y2)) return false;
    return orient(x1, y1, x2, y2, x, y) === 0;
  }

  /** True if some edge intersects the segment; with `touching` false, only if it crosses. */
  meetsSegment(ax: number, ay: number, bx: number, by: number, touching: boolean): boolean {
    const box = {
      minX: Math.min(ax, bx),
      maxX: Math.max(ax, bx),
      minY: Math.min(ay, by),
      maxY: Math.max(ay, by),
    };
    const meet = touching ? segmentsMeet : segmentsCross;
    return this.#some(box, (edge) =>
      meet(ax, ay, bx, by, this.#x1[edge], this.#y1[edge], this.#x2[edge], this.#y2[edge]),
    );
  }

  meetsTriangle(t: Triangle, touching: boolean): boolean {
    const meet = touching ? segmentsMeet : segmentsCross;
    return this.#some(t, (edge) => {
      const x1 = this.#x1[edge];
      const y1 = this.#y1[edge];
      const x2 = this.#x2[edge];
      const y2 = this.#y2[edge];
      return (
        meet(t.ax, t.ay, t.bx, t.by, x1, y1, x2, y2) ||
        meet(t.bx, t.by, t.cx, t.cy, x1, y1, x2, y2) ||
        meet(t.cx, t.cy, t.ax, t.ay, x1, y1, x2, y2)
      );
    });
  }
}

/** True if a point is in a closed ring or on its edge. */
export function pointInRing(ring: Coordinates, x: number, y: number): boolean {
  return new EdgeTree([ring]).contains(x, y);
}
