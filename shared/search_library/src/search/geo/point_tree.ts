/**
 * Reads the leaves of a column's tree that intersect an area. A leaf within the area is taken
 * whole, without testing every point.
 */
import { checkWanted } from '@skein/base';
import { GEO_LEAF_POINTS, type GeoBoxes, type GeoPlaces } from '../../index/segment_reader.js';
import type { GeoArea } from './area.js';
import { type StepBox, stepBoxes } from './step_box.js';

const BRANCH_LEAVES = 64;
/** Branches or leaves between two calls of `checkWanted`; a power of two. */
const CHECK_INTERVAL = 8;

interface MetLeaf {
  readonly leaf: number;
  /** True if all its points lie in the area. */
  readonly within: boolean;
}

/** The leaves that may hold points of the area. */
export function leavesOf(places: GeoPlaces, area: GeoArea): MetLeaf[] {
  const { leaves, branches } = places.tree;
  const boxes = stepBoxes(places, area.boxes);
  const found: MetLeaf[] = [];
  const leafCount = leaves.length / 4;
  for (let branch = 0; 4 * branch < branches.length; branch++) {
    if ((branch & (CHECK_INTERVAL - 1)) === 0) checkWanted();
    if (!meets(branches, 4 * branch, boxes)) continue;
    const end = Math.min(leafCount, (branch + 1) * BRANCH_LEAVES);
    for (let leaf = branch * BRANCH_LEAVES; leaf < end; leaf++) {
      if (!meets(leaves, 4 * leaf, boxes)) continue;
      found.push({ leaf, within: isWithin(places, leaf, area) });
    }
  }
  return found;
}

export function leafPoints(leafCount: number): number {
  return leafCount * GEO_LEAF_POINTS;
}

/** Calls `visit` with the document of each point of the leaves that lies in the area. */
export function visitLeaves(
  places: GeoPlaces,
  found: readonly MetLeaf[],
  area: GeoArea,
  visit: (doc: number) => void,
): void {
  const { tree, lats, lons, latStep, lonStep } = places;
  let visited = 0;
  for (const { leaf, within } of found) {
    if ((visited++ & (CHECK_INTERVAL - 1)) === 0) checkWanted();
    const end = Math.min(tree.count, (leaf + 1) * GEO_LEAF_POINTS);
    for (let i = leaf * GEO_LEAF_POINTS; i < end; i++) {
      const value = tree.valueAt(i);
      const isInside = within || area.contains(lats[value] * latStep, lons[value] * lonStep);
      if (isInside) visit(places.docOf(value));
    }
  }
}

function isWithin({ tree, latStep, lonStep }: GeoPlaces, leaf: number, area: GeoArea): boolean {
  if (area.covers === undefined) return false;
  const [south, north, west, east] = tree.leaves.subarray(4 * leaf, 4 * leaf + 4);
  return area.covers({
    south: south * latStep,
    north: north * latStep,
    west: west * lonStep,
    east: east * lonStep,
  });
}

function meets(sides: GeoBoxes, at: number, boxes: readonly StepBox[]): boolean {
  for (const { south, north, west, east } of boxes) {
    if (sides[at] > north || sides[at + 1] < south) continue;
    if (sides[at + 2] <= east && sides[at + 3] >= west) return true;
  }
  return false;
}
