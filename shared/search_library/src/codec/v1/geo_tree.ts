/**
 * The point index of a geo column: the points in the order of a Z curve, cut into leaves of 64
 * neighbours with a bounding box each. Only the order and the boxes of the leaves are stored;
 * coordinates are read from the column.
 *
 *   branch 0 [box of 4,096 points]         branch 1 …
 *     leaf 0 [box of 64 points] leaf 1 … leaf 63
 */
import { GEO_LEAF_POINTS, type GeoBoxes, type GeoTree } from '../../index/segment_reader.js';
import { ascendingOrder } from './ascending_order.js';
import { type DocList, packDocs } from './doc_list.js';

export interface Coordinates {
  /** The coordinates by value number. */
  readonly lats: Int32Array;
  readonly lons: Int32Array;
}

/** Leaves per branch. */
const BRANCH_LEAVES = 64;

/**
 * Orders points, given by their value numbers, so that neighbours on the globe are neighbours in
 * the list. The numbers ascend within a leaf.
 */
export function orderPoints({
  values,
  lats,
  lons,
}: Coordinates & { readonly values: Uint32Array }): Uint32Array {
  const keys = new Float64Array(values.length);
  for (let i = 0; i < keys.length; i++) keys[i] = curve(lats[values[i]], lons[values[i]]);
  const order = ascendingOrder({ values: keys, wide: new Map() });
  const ordered = order === undefined ? values : order.map((at) => values[at]);
  for (let from = 0; from < ordered.length; from += GEO_LEAF_POINTS) {
    ordered.subarray(from, from + GEO_LEAF_POINTS).sort();
  }
  return ordered;
}

/** The Z curve key: the upper 16 bits of both coordinates, interleaved. */
function curve(lat: number, lon: number): number {
  const y = (lat >> 16) + 0x8000;
  const x = (lon >> 16) + 0x8000;
  return spread(y) * 2 + spread(x);
}

/** Spreads a 16-bit number: each bit is followed by a zero bit. */
function spread(value: number): number {
  let bits = value;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

interface PackedTree {
  readonly count: number;
  /** Bytes per number in `order`. */
  readonly width: number;
  readonly order: ArrayBufferView;
  readonly leaves: GeoBoxes;
}

export function packTree(order: Uint32Array, { lats, lons }: Coordinates): PackedTree {
  const leaves = emptyBoxes(Math.ceil(order.length / GEO_LEAF_POINTS));
  for (let i = 0; i < order.length; i++) {
    const at = 4 * Math.floor(i / GEO_LEAF_POINTS);
    const lat = lats[order[i]];
    const lon = lons[order[i]];
    extend(leaves, at, { south: lat, north: lat, west: lon, east: lon });
  }
  const { width, section } = packDocs(order, lats.length);
  return { count: order.length, width, order: section, leaves };
}

export function openTree(order: DocList, count: number, leaves: GeoBoxes): GeoTree {
  const branches = emptyBoxes(Math.ceil(leaves.length / 4 / BRANCH_LEAVES));
  for (let i = 0; i < leaves.length; i += 4) {
    const at = 4 * Math.floor(i / 4 / BRANCH_LEAVES);
    const [south, north, west, east] = leaves.subarray(i, i + 4);
    extend(branches, at, { south, north, west, east });
  }
  return { count, valueAt: (i) => order.at(i), leaves, branches };
}

function emptyBoxes(count: number): Int32Array {
  const boxes = new Int32Array(4 * count);
  for (let i = 0; i < boxes.length; i++) boxes[i] = (i & 1) === 0 ? 0x7fffffff : -0x80000000;
  return boxes;
}

interface Sides {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

function extend(boxes: Int32Array, at: number, { south, north, west, east }: Sides): void {
  boxes[at] = Math.min(boxes[at], south);
  boxes[at + 1] = Math.max(boxes[at + 1], north);
  boxes[at + 2] = Math.min(boxes[at + 2], west);
  boxes[at + 3] = Math.max(boxes[at + 3], east);
}
