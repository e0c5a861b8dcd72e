/**
 * Well-known text (OGC 06-103r4): `POLYGON ((30 10, 40 40, 20 40, 30 10))`. Beside it `BBOX (west,
 * east, north, south)`.
 */
import { javaDouble } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { GeoGeometry } from '@skein/search_library';
import { GeometryBuilder, type Position } from './geometry_builder.js';
import type { ShapeOptions } from './parse_shape.js';

/** Limit of nested collections. */
const MAX_DEPTH = 32;
const END = 'END-OF-STREAM';
const SIGNS: ReadonlySet<string> = new Set(['(', ')', ',']);

export function parseWkt(text: string, options: ShapeOptions): GeoGeometry {
  const reader = new WktReader(text);
  const builder = new GeometryBuilder(options);
  readShape(reader, { builder, options }, 1);
  reader.expectEnd();
  return builder.geometry();
}

interface Reading {
  readonly builder: GeometryBuilder;
  readonly options: ShapeOptions;
}

function readShape(reader: WktReader, reading: Reading, depth: number): void {
  if (depth > MAX_DEPTH) throw failure(`shapes are nested deeper than [${MAX_DEPTH}]`);
  const type = reader.word().toLowerCase();
  const { builder, options } = reading;
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (type === 'geometrycollection') {
    if (reader.opens()) reader.list(() => readShape(reader, reading, depth + 1));
  } else if (type === 'circle') {
    if (options.radiusMeters === undefined) throw illegal('Circle geometry is not supported');
    if (reader.opens()) readCircle(reader, builder);
  } else if (read === undefined) {
    throw illegal(`Unknown geometry type: ${type}`);
  } else if (reader.opens()) read(reader, builder);
}

/** Readers of the text after the opening bracket, up to and including the closing one. */
const READERS: Readonly<Record<string, (reader: WktReader, builder: GeometryBuilder) => void>> = {
  point: (reader, builder) => {
    builder.point(reader.position());
    reader.close();
  },
  multipoint: (reader, builder) => reader.list(() => builder.point(reader.bracketedPosition())),
  linestring: (reader, builder) => builder.line(reader.positions()),
  multilinestring: (reader, builder) =>
    reader.list(() => {
      reader.open();
      builder.line(reader.positions());
    }),
  polygon: (reader, builder) => builder.polygon(reader.rings()),
  multipolygon: (reader, builder) =>
    reader.list(() => {
      reader.open();
      builder.polygon(reader.rings());
    }),
  bbox: (reader, builder) => {
    const [west = 0, east = 0, north = 0, south = 0] = [0, 1, 2, 3].map((i) => {
      if (i > 0) reader.comma();
      return reader.number();
    });
    reader.close();
    builder.envelope(west, east, north, south);
  },
};

/** Reads `CIRCLE (lon lat meters)`, where an altitude may be the fourth number. */
function readCircle(reader: WktReader, builder: GeometryBuilder): void {
  const [lon, lat, radiusMeters] = [reader.number(), reader.number(), reader.number()];
  const altitude = reader.isNumberNext ? [reader.number()] : [];
  reader.close();
  builder.circle([lon, lat, ...altitude], radiusMeters);
}

/**
 * The words, numbers, brackets and commas of a text. Throws the errors of OpenSearch's
 * `WellKnownText`.
 */
class WktReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/[(),]|[^\s(),]+/g) ?? [];
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? END;
  }

  #shown(): string {
    const token = this.#peek();
    return SIGNS.has(token) ? `'${token}'` : token;
  }

  #expected(what: string): ApiError {
    return failure(`expected ${what} but found: ${this.#shown()}`);
  }

  word(): string {
    const token = this.#peek();
    if (token === END) throw this.#expected('word');
    this.#at++;
    return token;
  }

  get isNumberNext(): boolean {
    const token = this.#peek();
    return token !== END && !SIGNS.has(token);
  }

  number(): number {
    if (!this.isNumberNext) throw this.#expected('number');
    const token = this.word();
    const value = javaDouble(token) ?? Number.NaN;
    if (!Number.isFinite(value)) throw failure(`invalid number found: ${token}`);
    return value;
  }

  /** True if a list begins; `EMPTY` stands for none. */
  opens(): boolean {
    const token = this.#peek();
    const isEmpty = token.toLowerCase() === 'empty';
    if (token === END) throw this.#expected('word');
    if (token !== '(' && !isEmpty) throw this.#expected('EMPTY or (');
    this.#at++;
    return !isEmpty;
  }

  open(): void {
    this.#expect('(');
  }

  close(): void {
    this.#expect(')');
  }

  comma(): void {
    this.#expect(',');
  }

  #expect(token: string): void {
    if (this.#peek() === END) throw this.#expected('word');
    if (this.#peek() !== token) throw this.#expected(token);
    this.#at++;
  }

  expectEnd(): void {
    if (this.#at < this.#tokens.length) {
      throw failure(`expected end of WKT string but found additional text: ${this.#peek()}`);
    }
  }

  /** Reads items until the closing bracket. */
  list(item: () => void): void {
    item();
    while (this.#peek() === ',') {
      this.#at++;
      item();
    }
    if (this.isNumberNext || this.#peek() === '(') throw this.#expected(', or )');
    this.close();
  }

  position(): Position {
    const numbers = [this.number(), this.number()];
    if (this.isNumberNext) numbers.push(this.number());
    return numbers;
  }

  /** Reads a position with or without brackets of its own; both forms are in use. */
  bracketedPosition(): Position {
    if (this.#peek() !== '(') return this.position();
    this.open();
    const position = this.position();
    this.close();
    return position;
  }

  positions(): readonly Position[] {
    const found: Position[] = [];
    this.list(() => found.push(this.position()));
    return found;
  }

  rings(): readonly (readonly Position[])[] {
    const found: (readonly Position[])[] = [];
    this.list(() => {
      this.open();
      found.push(this.positions());
    });
    return found;
  }
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
