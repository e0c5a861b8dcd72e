/**
 * Splits a shape into the triangles that an index stores: polygons into triangles, lines into
 * segments. On the globe, none of them crosses the date line. Each triangle records which of its
 * edges are on the border of the shape.
 */
import { type ApiError, illegalArgument } from '@skein/errors';
import earcut, { deviation } from 'earcut';
import { doubleArea, globesEast } from './dateline.js';
import {
  type Coordinates,
  EDGE,
  type GeoGeometry,
  type GeoShapePolygon,
  ringOfBox,
  TRIANGLE_KIND,
} from './geometry.js';
import { GLOBE, type Surface } from './surface.js';

/**
 * Takes triangles: corners in degrees, kind and edges. A line repeats its first corner as the
 * third; a point has three equal corners.
 */
type TriangleSink = (corners: readonly number[], flags: number) => void;

/**
 * Throws illegal_argument_exception for polygons that cannot be split: they cross themselves, or
 * have no area.
 */
export function triangulate(
  geometry: GeoGeometry,
  sink: TriangleSink,
  { isRound }: Pick<Surface, 'isRound'> = GLOBE,
): void {
  const { points, lines, polygons, boxes } = geometry;
  const cut = isRound ? { segment: cutSegment, triangle: cutTriangle } : UNCUT;
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i], points[i + 1]];
    sink([x, y, x, y, x, y], TRIANGLE_KIND.point);
  }
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      cut.segment([line[i], line[i + 1], line[i + 2], line[i + 3]], sink);
    }
  }
  const add = (polygon: GeoShapePolygon): void =>
    triangulatePolygon(polygon, (corners, flags) => cut.triangle(corners, flags, sink));
  polygons.forEach(add);
  for (const box of boxes) add({ shell: ringOfBox(box), holes: [] });
}

/** A plane has no date line. */
const UNCUT = { segment: addSegment, triangle: addTriangle } as const;

function addSegment([x1, y1, x2, y2]: Segment, sink: TriangleSink): void {
  const isPoint = x1 === x2 && y1 === y2;
  const kind = isPoint ? TRIANGLE_KIND.point : TRIANGLE_KIND.line | EDGE.ab;
  sink([x1, y1, x2, y2, x1, y1], kind);
}

function addTriangle(corners: readonly number[], flags: number, sink: TriangleSink): void {
  sink(corners, flags | TRIANGLE_KIND.triangle);
}

type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

function cutSegment([x1, y1, x2, y2]: Segment, sink: TriangleSink): void {
  const middle = globesEast((x1 + x2) / 2);
  const border = middle * 360 + 180;
  const before = border - 360;
  for (const cut of [before, border]) {
    if (Math.min(x1, x2) < cut && Math.max(x1, x2) > cut) {
      const y = y1 + ((cut - x1) / (x2 - x1)) * (y2 - y1);
      cutSegment([x1, y1, cut, y], sink);
      cutSegment([cut, y, x2, y2], sink);
      return;
    }
  }
  addSegment([x1 - middle * 360, y1, x2 - middle * 360, y2], sink);
}

/** Maximum relative difference between the areas of a polygon and its triangles. */
const MAX_DEVIATION = 1e-6;

function triangulatePolygon({ shell, holes }: GeoShapePolygon, sink: TriangleSink): void {
  const rings = [shell, ...holes].map(withoutFlatCorners);
  if (rings.some((ring) => ring.length < 6)) {
    throw illegalArgument('at least three non-collinear points required');
  }
  if (doubleArea(closed(rings[0])) === 0) throw malformed();
  const corners = new Corners(rings);
  const triangles = earcut(corners.coordinates, corners.holeStarts);
  const isWhole = deviation(corners.coordinates, corners.holeStarts, 2, triangles) < MAX_DEVIATION;
  if (triangles.length === 0 || !isWhole) throw malformed();
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    const flags =
      (corners.isBorder(a, b) ? EDGE.ab : 0) |
      (corners.isBorder(b, c) ? EDGE.bc : 0) |
      (corners.isBorder(c, a) ? EDGE.ca : 0);
    sink([...corners.at(a), ...corners.at(b), ...corners.at(c)], flags);
  }
}

function malformed(): ApiError {
  return illegalArgument('Unable to Tessellate shape. Possible malformed shape detected.');
}

function closed(ring: Coordinates): Coordinates {
  return [...ring, ring[0], ring[1]];
}

/**
 * The open ring without points that lie between their neighbours on a straight line, which would
 * hide border edges.
 */
function withoutFlatCorners(ring: Coordinates): number[] {
  const count = ring.length / 2 - 1;
  const kept: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y] = [ring[2 * i], ring[2 * i + 1]];
    const before = kept.length > 0 ? kept.length - 2 : -1;
    const [px, py] =
      before < 0 ? [ring[2 * count - 2], ring[2 * count - 1]] : [kept[before], kept[before + 1]];
    const [nx, ny] = [ring[2 * i + 2], ring[2 * i + 3]];
    if ((x === px && y === py) || (y - py) * (nx - x) === (x - px) * (ny - y)) continue;
    kept.push(x, y);
  }
  return kept;
}

/** The corners of all rings of a polygon, numbered consecutively. */
class Corners {
  readonly coordinates: number[];
  readonly holeStarts: number[] = [];
  /** The ring of each corner: its first corner, and the one after its last. */
  readonly #ringStart: number[] = [];
  readonly #ringEnd: number[] = [];

  constructor(rings: readonly number[][]) {
    let count = 0;
    for (const ring of rings) {
      if (count > 0) this.holeStarts.push(count);
      const end = count + ring.length / 2;
      for (let i = count; i < end; i++) {
        this.#ringStart.push(count);
        this.#ringEnd.push(end);
      }
      count = end;
    }
    this.coordinates = rings.flat();
  }

  at(corner: number): readonly [x: number, y: number] {
    return [this.coordinates[2 * corner], this.coordinates[2 * corner + 1]];
  }

  /** True if two corners are neighbours on a ring. */
  isBorder(a: number, b: number): boolean {
    const start = this.#ringStart[a];
    if (start !== this.#ringStart[b]) return false;
    const end = this.#ringEnd[a];
    const next = (corner: number) => (corner + 1 === end ? start : corner + 1);
    return next(a) === b || next(b) === a;
  }
}

function cutTriangle(corners: readonly number[], flags: number, sink: TriangleSink): void {
  const [ax, , bx, , cx] = corners;
  const middle = globesEast((Math.min(ax, bx, cx) + Math.max(ax, bx, cx)) / 2);
  for (const cut of [middle * 360 - 180, middle * 360 + 180]) {
    if (Math.min(ax, bx, cx) < cut && Math.max(ax, bx, cx) > cut) {
      for (const part of halves({ corners, flags }, cut)) {
        cutTriangle(part.corners, part.flags, sink);
      }
      return;
    }
  }
  const shift = middle * 360;
  addTriangle(
    corners.map((value, i) => (i % 2 === 0 ? value - shift : value)),
    flags,
    sink,
  );
}

interface Piece {
  readonly corners: readonly number[];
  readonly flags: number;
}

/** Splits a triangle at a meridian. The cut is no border. */
function halves({ corners, flags }: Piece, cut: number): Piece[] {
  const turned = turnToLoneCorner({ corners, flags }, cut);
  const [ax, ay, bx, by, cx, cy] = turned.corners;
  const onAb = ay + ((cut - ax) / (bx - ax)) * (by - ay);
  const onCa = ay + ((cut - ax) / (cx - ax)) * (cy - ay);
  const { ab, bc, ca } = EDGE;
  const own = turned.flags;
  return [
    { corners: [ax, ay, cut, onAb, cut, onCa], flags: own & (ab | ca) },
    { corners: [cut, onAb, bx, by, cx, cy], flags: own & (ab | bc) },
    { corners: [cut, onAb, cx, cy, cut, onCa], flags: own & ca ? bc : 0 },
  ];
}

/** Rotates the triangle so that its first corner is alone on its side of the meridian. */
function turnToLoneCorner(piece: Piece, cut: number): Piece {
  let { corners, flags } = piece;
  for (let turn = 0; turn < 3; turn++) {
    const [ax, ay, bx, by, cx, cy] = corners;
    const alone = ax < cut ? bx >= cut && cx >= cut : ax > cut && bx <= cut && cx <= cut;
    if (alone) break;
    corners = [bx, by, cx, cy, ax, ay];
    const { ab, bc, ca } = EDGE;
    flags = (flags & bc ? ab : 0) | (flags & ca ? bc : 0) | (flags & ab ? ca : 0);
  }
  return { corners, flags };
}
