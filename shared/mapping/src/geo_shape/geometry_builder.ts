/** Assembles the parts of a shape, validated and converted to the library's form. */
import { doubleText } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import {
  type Coordinates,
  type GeoGeometry,
  type GeoShapeBox,
  type GeoShapeCircle,
  type GeoShapePolygon,
  pointInRing,
  unwrapPolygon,
} from '@skein/search_library';
import { checkLatitude, checkLongitude } from './check_coordinate.js';
import { normalizePoint, type Place } from './normalize_point.js';
import type { ShapeOptions } from './parse_shape.js';

/** `[lon, lat]` or `[lon, lat, z]`. */
export type Position = readonly number[];

const MIN_RING_POINTS = 4;

export class GeometryBuilder {
  readonly #options: ShapeOptions;
  readonly #points: number[] = [];
  readonly #lines: Coordinates[] = [];
  readonly #polygons: GeoShapePolygon[] = [];
  readonly #boxes: GeoShapeBox[] = [];
  readonly #circles: GeoShapeCircle[] = [];

  constructor(options: ShapeOptions) {
    this.#options = options;
  }

  get isQuery(): boolean {
    return this.#options.isQuery === true;
  }

  geometry(): GeoGeometry {
    return {
      points: this.#points,
      lines: this.#lines,
      polygons: this.#polygons,
      boxes: this.#boxes,
      circles: this.#circles,
    };
  }

  point(position: Position): void {
    this.#checkZ(position);
    const [x = 0, y = 0] = position;
    if (this.#options.isPlane) this.#points.push(planar(x), planar(y));
    else {
      const { lat, lon } = this.#onGlobe({ lat: y, lon: x });
      this.#points.push(lon, lat);
    }
  }

  /** Only points of documents are moved onto the globe. */
  #onGlobe(given: Place): Place {
    const place = this.isQuery ? given : normalizePoint(given);
    checkLatitude(place.lat);
    checkLongitude(place.lon);
    return place;
  }

  line(positions: readonly Position[]): void {
    if (positions.length < 2) throw tooShort();
    this.#lines.push(this.#coordinates(positions));
  }

  polygon(rings: readonly (readonly Position[])[], rightHanded = this.#options.rightHanded): void {
    const [shell, ...holes] = rings.map((ring) => this.#ring(ring));
    if (shell === undefined) throw illegalArgument('a polygon needs a shell');
    for (const hole of holes) {
      if (pointInRing(shell, hole[0] ?? 0, hole[1] ?? 0)) continue;
      throw new ApiError('invalid_shape_exception', 'Invalid shape: Hole is not within polygon');
    }
    const polygon = { shell, holes };
    if (this.#options.isPlane) this.#polygons.push(polygon);
    else {
      checkShared(polygon);
      this.#polygons.push(unwrapPolygon(polygon, rightHanded));
    }
  }

  /** Crosses the date line if `west` is greater than `east`. */
  envelope(west: number, east: number, north: number, south: number): void {
    if (north < south) throw illegalArgument('max y cannot be less than min x');
    if (this.#options.isPlane) {
      this.#boxes.push(planeBox({ west, east, south, north }));
      return;
    }
    for (const latitude of [south, north]) checkLatitude(latitude);
    for (const longitude of [west, east]) checkLongitude(longitude);
    this.#boxes.push({ west, east: west > east ? east + 360 : east, south, north });
  }

  circle(position: Position, radiusMeters: number): void {
    if (this.#options.radiusMeters === undefined) throw circlesRefused();
    this.#checkZ(position);
    const [lon = 0, lat = 0] = this.#options.isPlane ? position.map(planar) : position;
    if (this.isQuery && !this.#options.isPlane) this.#onGlobe({ lat, lon });
    this.#circles.push({ lat, lon, radiusMeters });
  }

  #ring(positions: readonly Position[]): Coordinates {
    const [first] = positions;
    const last = positions.at(-1);
    if (first === undefined || last === undefined) throw tooShort();
    const isClosed = areSame(first, last);
    const ring = isClosed || !this.#options.coerce ? positions : [...positions, first];
    if (ring.length < 2) throw tooShort();
    if (!isClosed && ring === positions) throw notClosed(first, last, ring.length);
    if (ring.length < MIN_RING_POINTS) {
      throw illegalArgument(`at least ${MIN_RING_POINTS} polygon points required`);
    }
    return this.#coordinates(ring);
  }

  #coordinates(positions: readonly Position[]): Coordinates {
    return positions.flatMap((position) => {
      this.#checkZ(position);
      const [x = 0, y = 0] = position;
      if (this.#options.isPlane) return [planar(x), planar(y)];
      checkLatitude(y);
      if (!Number.isFinite(x)) checkLongitude(Number.NaN);
      return [x, y];
    });
  }

  #checkZ(position: Position): void {
    const [, , z] = position;
    if (z === undefined || this.#options.ignoreZ) return;
    throw illegalArgument(
      `found Z value [${doubleText(z)}] but [ignore_z_value] parameter is [false]`,
    );
  }
}

/** A hole may touch the shell in one point. */
function checkShared({ shell, holes }: GeoShapePolygon): void {
  if (holes.length === 0) return;
  const outer = new Set(cornersOf(shell));
  for (const hole of holes) {
    const shared = new Set(cornersOf(hole).filter((corner) => outer.has(corner)));
    if (shared.size < 2) continue;
    throw illegalArgument(
      'Invalid polygon, interior cannot share more than one point with the exterior',
    );
  }
}

function cornersOf(ring: Coordinates): string[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]},${ring[2 * i + 1]}`);
}

/** Plane coordinates are floats. */
export function planar(value: number): number {
  const float = Math.fround(value);
  if (Number.isFinite(float)) return float;
  throw illegalArgument(
    `invalid value ${doubleText(value)}; must be between -3.4028234663852886E38 and 3.4028234663852886E38`,
  );
}

function planeBox({ west, east, south, north }: GeoShapeBox): GeoShapeBox {
  if (west > east) {
    throw illegalArgument(
      `minX must be less than maxX, got ${doubleText(west)} > ${doubleText(east)}`,
    );
  }
  return { west: planar(west), east: planar(east), south: planar(south), north: planar(north) };
}

function areSame(a: Position, b: Position): boolean {
  return a.every((coordinate, axis) => coordinate === b[axis]);
}

function tooShort(): ApiError {
  return illegalArgument('at least two points in the line is required');
}

export function circlesRefused(): ApiError {
  const reason = 'circle geometry is not supported';
  return new ApiError('unsupported_operation_exception', reason, { status: 400 });
}

function notClosed(first: Position, last: Position, count: number): ApiError {
  const ends = ['x', 'y', 'z'].slice(0, first.length).map((axis, i) => {
    const [begin, end] = [first[i] ?? 0, last[i] ?? 0].map(doubleText);
    return `${axis}[0]=${begin} ${axis}[${count - 1}]=${end}`;
  });
  return illegalArgument(
    `first and last points of the linear ring must be the same (it must close itself): ${ends.join(' ')}`,
  );
}
