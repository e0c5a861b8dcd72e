/**
 * The cells of a grid that shapes meet, as points in the middles of the cells. As in OpenSearch,
 * the cells lie between those of the corners of the box around the shape, and a border belongs to
 * its cell and to its shape.
 */
import { boxMeets, type TriangleList } from '@skein/search_library';
import type { CellLines } from '../../values/cell_table.js';
import { type Box, GeoRows, type GeoSource } from '../../values/geo_source.js';
import { boxAround, openShapes } from '../../values/shape_source.js';
import type { ShapeValues } from '../../values/shape_values.js';

interface ShapeCellsOptions {
  readonly lines: CellLines;
  /** Only the shapes that meet the box count. All of their cells do. */
  readonly box: Box | undefined;
  /** Called from time to time; throws if the search is cancelled. */
  readonly checkCancelled: () => void;
}

export function shapeCells(
  values: Pick<ShapeValues, 'field' | 'missing'>,
  { lines, box, checkCancelled }: ShapeCellsOptions,
): GeoSource {
  const cells = new GeoRows();
  cells.areCells = true;
  const sides = box === undefined ? [] : partsOf(box);
  const finder = new CellFinder(lines, checkCancelled);
  return {
    segment(reader) {
      const read = openShapes(values, reader);
      return ({ docs, count }) => {
        cells.count = 0;
        for (let i = 0; i < count; i++) {
          const shape = read(docs[i]);
          if (shape === undefined) continue;
          if (box !== undefined && !sides.some((side) => meets(shape, side))) continue;
          finder.find(shape, (lat, lon) => cells.put(i, lat, lon));
        }
        return cells;
      };
    },
  };
}

interface PlaneBox {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** The box on the map, on which a box across the date line has two parts. */
function partsOf({ north, south, west, east }: Box): readonly PlaneBox[] {
  const part = (minX: number, maxX: number) => ({ minX, maxX, minY: south, maxY: north });
  return west <= east ? [part(west, east)] : [part(west, 180), part(-180, east)];
}

function meets({ triangles, count }: TriangleList, box: PlaneBox): boolean {
  for (let i = 0; i < count; i++) if (boxMeets(box, triangles[i])) return true;
  return false;
}

/** The first and the last column and row of a block of cells. */
interface CellBlock {
  readonly west: number;
  readonly east: number;
  readonly first: number;
  readonly last: number;
}

/** The number of cells after which the search is asked whether it is cancelled. */
const CELLS_PER_CHECK = 4096;

/** Halves blocks of cells, and leaves out those that a shape does not meet. */
class CellFinder {
  readonly #lines: CellLines;
  readonly #checkCancelled: () => void;
  #found = 0;

  constructor(lines: CellLines, checkCancelled: () => void) {
    this.#lines = lines;
    this.#checkCancelled = checkCancelled;
  }

  /** Calls `found` with the middle of each cell once. Changes the order of the triangles. */
  find(shape: TriangleList, found: (lat: number, lon: number) => void): void {
    const { north, south, west, east } = boxAround(shape);
    const rows = [this.#lines.row(south), this.#lines.row(north)];
    const block = {
      west: this.#lines.column(west),
      east: this.#lines.column(east),
      first: Math.min(...rows),
      last: Math.max(...rows),
    };
    this.#visit(block, shape, { near: shape.count, found });
  }

  /** `near`: how many triangles meet the block around this one; they are first in the list. */
  #visit(
    block: CellBlock,
    shape: TriangleList,
    { near, found }: { readonly near: number; found(lat: number, lon: number): void },
  ): void {
    const box = this.#boxOf(block);
    const left = nearFirst(shape, near, box);
    if (left === 0) return;
    const { west, east, first, last } = block;
    if (west === east && first === last) {
      if (++this.#found % CELLS_PER_CHECK === 0) this.#checkCancelled();
      found((box.minY + box.maxY) / 2, (box.minX + box.maxX) / 2);
      return;
    }
    const inside = { near: left, found };
    if (east - west >= last - first) {
      const middle = Math.floor((west + east) / 2);
      this.#visit({ ...block, east: middle }, shape, inside);
      this.#visit({ ...block, west: middle + 1 }, shape, inside);
    } else {
      const middle = Math.floor((first + last) / 2);
      this.#visit({ ...block, last: middle }, shape, inside);
      this.#visit({ ...block, first: middle + 1 }, shape, inside);
    }
  }

  #boxOf({ west, east, first, last }: CellBlock): PlaneBox {
    const lines = this.#lines;
    const [one, other] = [lines.latAt(first), lines.latAt(last + 1)];
    return {
      minX: lines.lonAt(west),
      maxX: lines.lonAt(east + 1),
      minY: Math.min(one, other),
      maxY: Math.max(one, other),
    };
  }
}

/** Moves those of the first `count` triangles that meet the box to the front; returns how many. */
function nearFirst({ triangles }: TriangleList, count: number, box: PlaneBox): number {
  let near = 0;
  for (let i = 0; i < count; i++) {
    const triangle = triangles[i];
    if (!boxMeets(box, triangle)) continue;
    triangles[i] = triangles[near];
    triangles[near++] = triangle;
  }
  return near;
}
