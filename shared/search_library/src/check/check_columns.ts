/**
 * Checks that columns are consistent (presence, order, bounds) and that points agree with their
 * column.
 */
import type { Segment } from '../codec/v1/segment.js';
import {
  COLUMN_BLOCK_DOCS,
  GEO_LEAF_POINTS,
  type GeoBoxes,
  type GeoColumn,
  type GeoPlaces,
  type NumberColumn,
  type OrdinalColumn,
} from '../index/segment_reader.js';
import type { Report } from './report.js';

export function checkColumns(segment: Segment, field: string, report: Report): void {
  const { maxDoc } = segment;
  const numbers = segment.numbers(field);
  const ordinals = segment.field(field)?.column === 'ordinal' ? segment.ordinals(field) : undefined;
  const geo = segment.geo(field);
  if (numbers !== undefined) checkNumbers(numbers, maxDoc, report);
  if (ordinals !== undefined) checkOrdinals(ordinals, maxDoc, report);
  if (geo === undefined) return;
  const count = checkPlaces(geo, maxDoc, report);
  if (geo.places !== undefined) checkTree(geo.places, count, report);
}

function checkNumbers(column: NumberColumn, maxDoc: number, report: Report): void {
  const bounds = column.blockBounds;
  for (let doc = 0; doc < maxDoc; doc++) {
    const count = column.valueCount(doc);
    if (column.has(doc) !== count > 0) report(`presence of document [${doc}] is wrong`);
    for (let i = 0; i < count; i++) {
      const value = column.value(doc, i);
      if (i > 0 && !inOrder(column, doc, i)) report(`values of document [${doc}] are out of order`);
      if (!isWithin(value, column.min, column.max)) {
        report(`value of document [${doc}] lies outside of the column's bounds`);
      }
      const block = 2 * Math.floor(doc / COLUMN_BLOCK_DOCS);
      if (bounds !== undefined && !isWithin(value, bounds[block], bounds[block + 1])) {
        report(`value of document [${doc}] lies outside of its block's bounds`);
      }
    }
  }
}

function inOrder(column: NumberColumn, doc: number, i: number): boolean {
  if (column.wide) return column.exact(doc, i - 1) <= column.exact(doc, i);
  return !(column.value(doc, i) < column.value(doc, i - 1));
}

/** True if the value is in the range; NaN has no order and always passes. */
function isWithin(value: number, least: number, greatest: number): boolean {
  return Number.isNaN(value) || (value >= least && value <= greatest);
}

function checkOrdinals(column: OrdinalColumn, maxDoc: number, report: Report): void {
  for (let doc = 0; doc < maxDoc; doc++) {
    const count = column.valueCount(doc);
    if (column.has(doc) !== count > 0) report(`presence of document [${doc}] is wrong`);
    let last = -1;
    for (let i = 0; i < count; i++) {
      const ordinal = column.ordinal(doc, i);
      if (ordinal <= last || ordinal >= column.cardinality) {
        report(`ordinals of document [${doc}] are out of order or range`);
      }
      last = ordinal;
    }
  }
}

/** Returns the number of places. */
function checkPlaces(column: GeoColumn, maxDoc: number, report: Report): number {
  let total = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    const count = column.valueCount(doc);
    total += count;
    if (column.has(doc) !== count > 0) report(`presence of document [${doc}] is wrong`);
    for (let i = 0; i < count; i++) {
      const [lat, lon] = [column.lat(doc, i), column.lon(doc, i)];
      if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
        report(`place of document [${doc}] is not on the map`);
      }
    }
  }
  return total;
}

/** Checks that each point is in the tree once, inside the boxes of its leaf and branch. */
function checkTree({ lats, lons, tree }: GeoPlaces, count: number, report: Report): void {
  if (tree.count !== count) report(`the tree has [${tree.count}] of [${count}] points`);
  const seen = new Uint8Array(lats.length);
  for (let i = 0; i < tree.count; i++) {
    const value = tree.valueAt(i);
    if (value >= seen.length || seen[value] !== 0) {
      report(`point [${i}] of the tree is value [${value}]`);
      continue;
    }
    seen[value] = 1;
    const leaf = Math.floor(i / GEO_LEAF_POINTS);
    const inLeaf = isInBox(tree.leaves, leaf, lats[value], lons[value]);
    const branch = Math.floor(leaf / GEO_LEAF_POINTS);
    if (!inLeaf || !isInBox(tree.branches, branch, lats[value], lons[value])) {
      report(`value [${value}] lies outside of its box`);
    }
  }
}

function isInBox(boxes: GeoBoxes, box: number, lat: number, lon: number): boolean {
  const [south, north, west, east] = boxes.subarray(4 * box, 4 * box + 4);
  return lat >= south && lat <= north && lon >= west && lon <= east;
}

/**
 * Checks that each value of the column is a point, in order, and that each document occurs once per
 * value.
 */
export function checkPoints(segment: Segment, field: string, report: Report): void {
  const points = segment.points(field);
  const column = segment.numbers(field);
  if (points === undefined || column === undefined) return;
  const seen = new Uint32Array(segment.maxDoc);
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  points.visitRange(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, (doc) => {
    count++;
    if (doc >= segment.maxDoc) {
      report(`a point has document [${doc}] of [${segment.maxDoc}]`);
      return;
    }
    const value = column.valueCount(doc) === 1 ? column.value(doc, 0) : last;
    if (value < last) report(`the point of document [${doc}] is out of order`);
    last = value;
    seen[doc]++;
  });
  if (count !== points.count) report('points are out of order');
  let docCount = 0;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (seen[doc] !== column.valueCount(doc)) {
      report(`document [${doc}] has [${column.valueCount(doc)}] values and [${seen[doc]}] points`);
    }
    if (seen[doc] > 0) docCount++;
  }
  if (docCount !== points.docCount) report('points count their documents wrong');
}
