/** The components of a query's shape, each relative to every copy of the globe it extends over. */
import { LAT_STEP, LON_STEP } from '../codec/v1/geo_column.js';
import { circleComponent, planeCircleComponent } from './circle_component.js';
import type { Component } from './component.js';
import { type GeoGeometry, type GeoShapeBox, ringOfBox } from './geometry.js';
import { lineComponent } from './line_component.js';
import type { Triangle } from './plane.js';
import { pointComponent } from './point_component.js';
import { polygonComponent } from './polygon_component.js';
import type { Surface } from './surface.js';

/**
 * A component, and how far triangles are shifted east to lie beside it, in degrees: one entry per
 * copy of the globe.
 */
export interface PlacedComponent {
  readonly component: Component;
  readonly shifts: readonly number[];
}

export function queryComponents(geometry: GeoGeometry, surface: Surface): PlacedComponent[] {
  if (!surface.isRound)
    return planeComponents(geometry).map((component) => ({ component, shifts: [0] }));
  const components = [
    ...geometry.polygons.map(polygonComponent),
    ...geometry.lines.map(lineComponent),
    ...geometry.boxes.map((box) => polygonComponent({ shell: ringOfBox(onGrid(box)), holes: [] })),
    ...geometry.circles.map(circleComponent),
  ];
  for (let i = 0; i < geometry.points.length; i += 2) {
    const [x, y] = [geometry.points[i], geometry.points[i + 1]];
    components.push(pointComponent(floorTo(x, LON_STEP), floorTo(y, LAT_STEP)));
  }
  return components.map((component) => ({ component, shifts: shiftsOf(component) }));
}

/** The coordinates of a plane are floats already. */
function planeComponents({ points, lines, polygons, boxes, circles }: GeoGeometry): Component[] {
  const components = [
    ...polygons.map(polygonComponent),
    ...lines.map(lineComponent),
    ...boxes.map((box) => polygonComponent({ shell: ringOfBox(box), holes: [] })),
    ...circles.map(planeCircleComponent),
  ];
  for (let i = 0; i < points.length; i += 2)
    components.push(pointComponent(points[i], points[i + 1]));
  return components;
}

/** The corner of the grid cell that contains a coordinate, which is what an index stores. */
function floorTo(value: number, step: number): number {
  return Math.min(2 ** 31 - 1, Math.floor(value / step)) * step;
}

/** The smallest box on the grid with the same grid points inside. */
function onGrid({ west, east, south, north }: GeoShapeBox): GeoShapeBox {
  const inside = (low: number, high: number, step: number) => [
    Math.ceil(low / step) * step,
    Math.floor(high / step) * step,
  ];
  const [gridWest, gridEast] = inside(west, east, LON_STEP);
  const [gridSouth, gridNorth] = inside(south, north, LAT_STEP);
  if (gridWest > gridEast || gridSouth > gridNorth) return { west, east, south, north };
  return { west: gridWest, east: gridEast, south: gridSouth, north: gridNorth };
}

/**
 * A component that only touches the edge of a copy of the globe meets nothing there: as in Lucene,
 * shapes at 180 degrees west are apart from those at 180 degrees east. One on an edge as a whole
 * belongs to the copy east of it.
 */
function shiftsOf({ minX, maxX }: Component): number[] {
  const first = Math.floor((minX - 180) / 360) + 1;
  const shifts = [first * 360];
  for (let globe = first + 1; globe * 360 - 180 < maxX; globe++) shifts.push(globe * 360);
  return shifts;
}

/** Shifts the triangle beside the component. Modifies and returns `into`. */
export function moved(t: Triangle, shift: number, into: Triangle): Triangle {
  if (shift === 0) return t;
  into.ax = t.ax + shift;
  into.bx = t.bx + shift;
  into.cx = t.cx + shift;
  into.minX = t.minX + shift;
  into.maxX = t.maxX + shift;
  into.ay = t.ay;
  into.by = t.by;
  into.cy = t.cy;
  into.minY = t.minY;
  into.maxY = t.maxY;
  into.flags = t.flags;
  return into;
}
