/** Prints the shapes of queries as Lucene's queries do. */
import type { Coordinates, GeoGeometry } from './geometry.js';

/** Degrees between neighbouring coordinates of an indexed point. */
const LAT_STEP = 180 / 2 ** 32;
const LON_STEP = 360 / 2 ** 32;

export function geometryText({ points, lines, polygons, boxes, circles }: GeoGeometry): string {
  const parts = [
    ...pairs(points).map(([lon, lat]) => pointText(lon, lat)),
    ...lines.map((line) => `LINE(${pairs(line).map(lonLat).join('')})`),
    ...polygons.map(({ shell }) => pairs(shell).map(latLon).join('')),
    ...boxes.map(
      ({ south, north, west, east }) =>
        `Rectangle(lat=${double(south)} TO ${double(north)} lon=${double(west)} TO ${double(east)})`,
    ),
    ...circles.map(
      ({ lat, lon, radiusMeters }) =>
        `CIRCLE([${double(lat)},${double(lon)}] radius = ${double(radiusMeters)} meters)`,
    ),
  ];
  return `[${parts.map((part) => `${part},`).join('')}]`;
}

/** The text of a single box, which has a query of its own; otherwise `undefined`. */
export function boxText(geometry: GeoGeometry): string | undefined {
  const { points, lines, polygons, boxes, circles } = geometry;
  const others = points.length + lines.length + polygons.length + circles.length;
  if (others > 0 || boxes.length !== 1) return undefined;
  return geometryText(geometry).slice(1, -2);
}

function pairs(coordinates: Coordinates): [lon: number, lat: number][] {
  const found: [number, number][] = [];
  for (let i = 0; i + 1 < coordinates.length; i += 2) {
    found.push([coordinates[i], coordinates[i + 1]]);
  }
  return found;
}

function pointText(lon: number, lat: number): string {
  const kept = (value: number, step: number): number => Math.floor(value / step) * step;
  return `Point(${double(kept(lon, LON_STEP))},${double(kept(lat, LAT_STEP))})`;
}

const lonLat = ([lon, lat]: [number, number]): string => `[${double(lon)}, ${double(lat)}]`;
const latLon = ([lon, lat]: [number, number]): string => `[${double(lat)}, ${double(lon)}] `;

/** A double always shows a fraction. */
export function double(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
