/** Shapes of a field, block by block. A document has at most one shape, of all its triangles. */
import {
  DocumentTriangles,
  requestWords,
  type SegmentReader,
  TriangleList,
} from '@skein/search_library';
import type { DocBlock } from '../collect/doc_block.js';
import { roomForWords } from '../collect/growable.js';
import { type Box, GeoRows, type GeoSource } from './geo_source.js';
import type { ShapeValues } from './shape_values.js';

type ShapeField = Pick<ShapeValues, 'field' | 'missing'>;

/** The shape of a document, valid until the next call; `undefined` if it has none. */
type ReadShape = (doc: number) => TriangleList | undefined;

export function openShapes({ field, missing }: ShapeField, reader: SegmentReader): ReadShape {
  const column = reader.shapes(field);
  if (column === undefined) return () => missing;
  const triangles = new DocumentTriangles(column);
  const list = new TriangleList();
  return (doc) => {
    if (!column.has(doc)) return missing;
    triangles.read(doc, list);
    return list;
  };
}

/** The rows of a block whose documents have a shape. */
export function openShapeRows(values: ShapeField): (reader: SegmentReader) => ReadRows {
  const found = { rows: requestWords(0), count: 0 };
  return (reader) => {
    const column = reader.shapes(values.field);
    return ({ docs, count }) => {
      found.rows = roomForWords(found.rows, count);
      found.count = 0;
      for (let i = 0; i < count; i++) {
        if (values.missing !== undefined || column?.has(docs[i])) found.rows[found.count++] = i;
      }
      return found;
    };
  };
}

type ReadRows = (block: DocBlock) => { readonly rows: Uint32Array; readonly count: number };

/** Two opposite corners of the box around each shape. */
export function shapeCorners(values: ShapeField): GeoSource {
  const points = new GeoRows();
  return {
    segment(reader) {
      const read = openShapes(values, reader);
      return ({ docs, count }) => {
        points.count = 0;
        points.reserve(2 * count);
        for (let i = 0; i < count; i++) {
          const shape = read(docs[i]);
          if (shape === undefined) continue;
          const { north, south, west, east } = boxAround(shape);
          points.put(i, north, west);
          points.put(i, south, east);
        }
        return points;
      };
    },
  };
}

/** The box around a shape on the map. A shape across the date line reaches around the globe. */
export function boxAround({ triangles, count }: TriangleList): Box {
  const box = { north: -Infinity, south: Infinity, west: Infinity, east: -Infinity };
  for (let i = 0; i < count; i++) {
    const { minX, maxX, minY, maxY } = triangles[i];
    if (maxY > box.north) box.north = maxY;
    if (minY < box.south) box.south = minY;
    if (minX < box.west) box.west = minX;
    if (maxX > box.east) box.east = maxX;
  }
  return box;
}
