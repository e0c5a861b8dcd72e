/**
 * Shapes as plain data. Longitudes may exceed -180 … 180: a ring or line that crosses the date line
 * continues, from 170 to 190, and its triangles are shifted back later.
 */

/** `[x, y, x, y, …]`: longitudes and latitudes in degrees. */
export type Coordinates = readonly number[];

export interface GeoShapePolygon {
  /** Closed rings: the last point is the first. */
  readonly shell: Coordinates;
  readonly holes: readonly Coordinates[];
}

export interface GeoShapeCircle {
  readonly lat: number;
  readonly lon: number;
  readonly radiusMeters: number;
}

/** Sides in degrees; `east` is above 180 in a box across the date line. */
export interface GeoShapeBox {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** All parts of a shape together. */
export interface GeoGeometry {
  /** Points, one after another. */
  readonly points: Coordinates;
  readonly lines: readonly Coordinates[];
  readonly polygons: readonly GeoShapePolygon[];
  readonly boxes: readonly GeoShapeBox[];
  /** Circles occur in queries only. */
  readonly circles: readonly GeoShapeCircle[];
}

/** The kind of an indexed triangle; see `TriangleSink`. */
export const TRIANGLE_KIND = { point: 0, line: 1, triangle: 2 } as const;
export const KIND_MASK = 3;
/** Edges on the shape's border, as opposed to edges inside or on the date line. */
export const EDGE = { ab: 4, bc: 8, ca: 16 } as const;

export function ringOfBox({ west, east, south, north }: GeoShapeBox): Coordinates {
  return [west, south, east, south, east, north, west, north, west, south];
}
