/**
 * Compares boxes with the same boxes as polygons, whose tests look at edges and corners. Sides that
 * lie on the line of an edge are as frequent as others.
 */
import fc from 'fast-check';
import { boxMeets } from './box_meets.js';
import { intersects } from './component.js';
import { ringOfBox, TRIANGLE_KIND } from './geometry.js';
import { emptyTriangle, orient, setBox, type Triangle } from './plane.js';
import { polygonComponent } from './polygon_component.js';

const place = fc.integer({ min: -4, max: 4 });
const point = fc.tuple(place, place);
type Point = readonly [number, number];

function triangleOf([a, b, c]: readonly [Point, Point, Point], kind: number): Triangle {
  const t = emptyTriangle();
  [t.ax, t.ay] = a;
  [t.bx, t.by] = b;
  [t.cx, t.cy] = c;
  t.flags = kind;
  setBox(t);
  return t;
}

function hasArea([a, b, c]: readonly [Point, Point, Point]): boolean {
  return orient(...a, ...b, ...c) !== 0;
}

const figure = fc.oneof(
  point.map((a) => triangleOf([a, a, a], TRIANGLE_KIND.point)),
  fc.tuple(point, point).map(([a, b]) => triangleOf([a, b, a], TRIANGLE_KIND.line)),
  fc
    .tuple(point, point, point)
    .filter(hasArea)
    .map((corners) => triangleOf(corners, TRIANGLE_KIND.triangle)),
);
const side = fc.integer({ min: 1, max: 4 });
const off = fc.constantFrom(0, 0.37);
const box = fc.tuple(point, side, side, off).map(([[x, y], width, height, by]) => ({
  minX: x + by,
  maxX: x + by + width,
  minY: y + by,
  maxY: y + by + height,
}));

test('a box meets a figure if the polygon of its sides does', () => {
  fc.assert(
    fc.property(box, figure, (sides, t) => {
      const { minX: west, maxX: east, minY: south, maxY: north } = sides;
      const shell = ringOfBox({ west, east, south, north });
      const polygon = polygonComponent({ shell, holes: [] });
      expect(boxMeets(sides, t)).toBe(intersects(polygon, t));
    }),
    { numRuns: 3000 },
  );
});

const UNIT = { minX: 0, maxX: 1, minY: 0, maxY: 1 };

test.each<[string, readonly [Point, Point, Point], number, boolean]>([
  [
    'a corner',
    [
      [1, 1],
      [1, 1],
      [1, 1],
    ],
    TRIANGLE_KIND.point,
    true,
  ],
  [
    'a side',
    [
      [1, -1],
      [1, 2],
      [1, -1],
    ],
    TRIANGLE_KIND.line,
    true,
  ],
  [
    'a line through a corner',
    [
      [0, 2],
      [2, 0],
      [0, 2],
    ],
    TRIANGLE_KIND.line,
    true,
  ],
  [
    'a line on the line of a side',
    [
      [1, 2],
      [1, 3],
      [1, 2],
    ],
    TRIANGLE_KIND.line,
    false,
  ],
  [
    'a triangle with a side on that line',
    [
      [1, 2],
      [1, 3],
      [2, 2],
    ],
    TRIANGLE_KIND.triangle,
    false,
  ],
  [
    'a triangle that touches a side',
    [
      [1, 0.5],
      [2, 0],
      [2, 1],
    ],
    TRIANGLE_KIND.triangle,
    true,
  ],
  [
    'a triangle around the box',
    [
      [-9, -9],
      [9, -9],
      [0, 9],
    ],
    TRIANGLE_KIND.triangle,
    true,
  ],
  [
    'a flat triangle beside a corner',
    [
      [0, 2.1],
      [2, 0.1],
      [0, 2.1],
    ],
    TRIANGLE_KIND.triangle,
    false,
  ],
])('%s', (_name, corners, kind, meets) => {
  expect(boxMeets(UNIT, triangleOf(corners, kind))).toBe(meets);
});
