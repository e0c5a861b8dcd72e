/**
 * The points of a geo column in leaves of neighbours with a box around each: an area looks into the leaves it meets, not at every
 * document. Points are put in the order of a Z curve and cut into leaves; leaves in turn make branches. Built when a column is first asked
 * for an area, and kept as long as the column.
 *
 *   branch 0 [box of 4,096 points]         branch 1 …
 *     leaf 0 [box of 64 points] leaf 1 … leaf 63
 */
import type { GeoColumn } from '../../index/segment_reader.js';
import type { GeoArea, GeoBox } from './area.js';

const LEAF_POINTS = 64;
const BRANCH_LEAVES = 64;

/** Bits a latitude or longitude has on the curve. */
const CURVE_BITS = 13;

export interface PointTree {
  readonly docs: Int32Array;
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  /** Four numbers a box: south, north, west, east. */
  readonly leaves: Float64Array;
  readonly branches: Float64Array;
}

const trees = new WeakMap<GeoColumn, PointTree>();

export function pointTree(column: GeoColumn, maxDoc: number): PointTree {
  let tree = trees.get(column);
  if (tree === undefined) {
    tree = build(column, maxDoc);
    trees.set(column, tree);
  }
  return tree;
}

function build(column: GeoColumn, maxDoc: number): PointTree {
  let count = 0;
  for (let doc = 0; doc < maxDoc; doc++) count += column.valueCount(doc);
  const docs = new Int32Array(count);
  const lats = new Float64Array(count);
  const lons = new Float64Array(count);
  // Place on the curve and number of the point in one double: 26 bits and up to 27.
  const keys = new Float64Array(count);
  let point = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    const values = column.valueCount(doc);
    for (let i = 0; i < values; i++, point++) {
      docs[point] = doc;
      lats[point] = column.lat(doc, i);
      lons[point] = column.lon(doc, i);
      keys[point] = curve(lats[point], lons[point]) * 2 ** 27 + point;
    }
  }
  const order = keys.sort();
  const sorted = {
    docs: docs.map((_, i) => docs[order[i] % 2 ** 27]),
    lats: lats.map((_, i) => lats[order[i] % 2 ** 27]),
    lons: lons.map((_, i) => lons[order[i] % 2 ** 27]),
  };
  const leaves = boxesOf(sorted.lats, sorted.lons);
  return { ...sorted, leaves, branches: boxesOfBoxes(leaves) };
}

function curve(lat: number, lon: number): number {
  const cells = 2 ** CURVE_BITS;
  const y = Math.min(cells - 1, Math.floor(((lat + 90) / 180) * cells));
  const x = Math.min(cells - 1, Math.floor(((lon + 180) / 360) * cells));
  return (spread(y) << 1) | spread(x);
}

/** The bits of a number with a gap after each. */
function spread(value: number): number {
  let bits = value;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function emptyBoxes(count: number): Float64Array {
  const boxes = new Float64Array(4 * count);
  for (let i = 0; i < boxes.length; i++) boxes[i] = (i & 1) === 0 ? Infinity : -Infinity;
  return boxes;
}

function boxesOf(lats: Float64Array, lons: Float64Array): Float64Array {
  const boxes = emptyBoxes(Math.ceil(lats.length / LEAF_POINTS));
  for (let i = 0; i < lats.length; i++) {
    const at = 4 * Math.floor(i / LEAF_POINTS);
    extend(boxes, at, [lats[i], lats[i], lons[i], lons[i]]);
  }
  return boxes;
}

function boxesOfBoxes(inner: Float64Array): Float64Array {
  const boxes = emptyBoxes(Math.ceil(inner.length / 4 / BRANCH_LEAVES));
  for (let i = 0; i < inner.length; i += 4) {
    const at = 4 * Math.floor(i / 4 / BRANCH_LEAVES);
    extend(boxes, at, [inner[i], inner[i + 1], inner[i + 2], inner[i + 3]]);
  }
  return boxes;
}

type Sides = readonly [south: number, north: number, west: number, east: number];

function extend(boxes: Float64Array, at: number, [south, north, west, east]: Sides): void {
  boxes[at] = Math.min(boxes[at], south);
  boxes[at + 1] = Math.max(boxes[at + 1], north);
  boxes[at + 2] = Math.min(boxes[at + 2], west);
  boxes[at + 3] = Math.max(boxes[at + 3], east);
}

/** The leaves that may hold points of the area. */
export function leavesOf(tree: PointTree, { boxes }: GeoArea): number[] {
  const found: number[] = [];
  const leafCount = tree.leaves.length / 4;
  for (let branch = 0; 4 * branch < tree.branches.length; branch++) {
    if (!meets(tree.branches, 4 * branch, boxes)) continue;
    const end = Math.min(leafCount, (branch + 1) * BRANCH_LEAVES);
    for (let leaf = branch * BRANCH_LEAVES; leaf < end; leaf++) {
      if (meets(tree.leaves, 4 * leaf, boxes)) found.push(leaf);
    }
  }
  return found;
}

export function leafPoints(leafCount: number): number {
  return leafCount * LEAF_POINTS;
}

/** Calls back for the document of each point of the leaves that lies in the area. */
export function visitLeaves(
  tree: PointTree,
  leaves: readonly number[],
  area: GeoArea,
  visit: (doc: number) => void,
): void {
  for (const leaf of leaves) {
    const end = Math.min(tree.docs.length, (leaf + 1) * LEAF_POINTS);
    for (let i = leaf * LEAF_POINTS; i < end; i++) {
      if (area.contains(tree.lats[i], tree.lons[i])) visit(tree.docs[i]);
    }
  }
}

function meets(sides: Float64Array, at: number, boxes: readonly GeoBox[]): boolean {
  for (const { south, north, west, east } of boxes) {
    if (sides[at] > north || sides[at + 1] < south) continue;
    if (sides[at + 2] <= east && sides[at + 3] >= west) return true;
  }
  return false;
}
