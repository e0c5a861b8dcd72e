/**
 * Well-known text (OGC 06-103r4): `POLYGON ((30 10, 40 40, 20 40, 30 10))`. Beside it `BBOX (west,
 * east, north, south)` and `CIRCLE (lon lat meters)`, as in OpenSearch.
 */
import { illegalArgument } from '@skein/errors';
import type { GeometryBuilder } from './geometry_builder.js';
import { WktReader } from './wkt_reader.js';

/** Receives the parts of a shape. */
export interface ShapeSink
  extends Pick<GeometryBuilder, 'circle' | 'envelope' | 'line' | 'point' | 'polygon'> {
  /** Called before the parts of a shape, which may be in a collection. */
  begin?(): void;
  /** Called after the parts, with the name of the shape's type. */
  end?(type: string): void;
  /**
   * True if the text is read as in queries, for which OpenSearch has another parser: a `BBOX` may
   * be called `ENVELOPE`, there is no `CIRCLE`, and nothing may follow the shape.
   */
  readonly isQuery?: boolean;
}

/** For a caller that reads only some of the types. */
export const IGNORED_SHAPES: ShapeSink = {
  point: () => {},
  line: () => {},
  polygon: () => {},
  envelope: () => {},
  circle: () => {},
};

/** Limit of nested collections. */
const MAX_DEPTH = 1000;

/**
 * Gives the parts of the shape to `sink` and returns the name of its type, such as `POINT` or
 * `ENVELOPE`. Throws parse_exception, illegal_argument_exception or what the sink throws.
 */
export function readWkt(text: string, sink: ShapeSink): string {
  const reader = new WktReader(text);
  const type = readShape(reader, sink, 0);
  if (sink.isQuery === true) reader.end();
  return type;
}

function readShape(reader: WktReader, sink: ShapeSink, depth: number): string {
  sink.begin?.();
  const type = readParts(reader, sink, depth);
  sink.end?.(type);
  return type;
}

function readParts(reader: WktReader, sink: ShapeSink, depth: number): string {
  const word = reader.name();
  const name = word.toLowerCase();
  if (name === 'geometrycollection') {
    readCollection(reader, sink, depth + 1);
    return 'GEOMETRYCOLLECTION';
  }
  const { isQuery = false } = sink;
  const isBox = name === 'bbox' || (name === 'envelope' && isQuery);
  const read = isBox ? readBox : Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (read === undefined && isQuery) throw illegalArgument(`unknown geo_shape [${word}]`);
  if (read === undefined || (name === 'circle' && isQuery))
    throw illegalArgument(`Unknown geometry type: ${name}`);
  if (reader.opens()) read(reader, sink);
  return isBox ? 'ENVELOPE' : name.toUpperCase();
}

function readCollection(reader: WktReader, sink: ShapeSink, depth: number): void {
  if (depth >= MAX_DEPTH) {
    const reason = `a geometry collection with a depth greater than ${MAX_DEPTH} is not supported`;
    throw illegalArgument(reason);
  }
  if (reader.opens()) reader.list(() => readShape(reader, sink, depth));
}

/** Readers of the text after the opening bracket, up to and including the closing one. */
const READERS: Readonly<Record<string, (reader: WktReader, sink: ShapeSink) => void>> = {
  point: (reader, sink) => {
    sink.point([reader.number(), reader.number(), ...reader.optionalNumber()]);
    reader.close();
  },
  multipoint: (reader, sink) => {
    for (const position of reader.bracketedPositions()) sink.point(position);
  },
  linestring: (reader, sink) => sink.line(reader.positions()),
  multilinestring: (reader, sink) =>
    reader.list(() => {
      if (reader.opens()) sink.line(reader.positions());
    }),
  polygon: readPolygon,
  multipolygon: (reader, sink) =>
    reader.list(() => {
      if (reader.opens()) readPolygon(reader, sink);
    }),
  circle: (reader, sink) => {
    const [lon, lat, radiusMeters] = [reader.number(), reader.number(), reader.number()];
    const position = [lon, lat, ...reader.optionalNumber()];
    reader.close();
    sink.circle(position, radiusMeters);
  },
};

function readBox(reader: WktReader, sink: ShapeSink): void {
  const [west = 0, east = 0, north = 0, south = 0] = [0, 1, 2, 3].map((i) => {
    if (i > 0) reader.comma();
    return reader.number();
  });
  reader.close();
  sink.envelope(west, east, north, south);
}

function readPolygon(reader: WktReader, sink: ShapeSink): void {
  const rings: (readonly (readonly number[])[])[] = [];
  reader.list(() => {
    reader.open();
    rings.push(reader.positions());
  });
  sink.polygon(rings);
}
