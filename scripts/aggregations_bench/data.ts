/**
 * The documents of the benchmark: flights and towns from the recorded data, and a generated field
 * of a million values.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

export interface DataSet {
  readonly name: string;
  readonly mapping: object;
  /** `count` documents as JSON. */
  readonly documents: (count: number) => AsyncIterable<string>;
  readonly standard: number;
}

const DATA = join(import.meta.dirname, '../../../shared/reference/data');

const keyword = { type: 'keyword' };
const integer = { type: 'integer' };
const float = { type: 'float' };
const airport = { properties: { code: keyword, location: { type: 'geo_point' } } };

/** Draws `count` lines evenly from a file of `total` lines. */
async function* linesOf(file: string, total: number, count: number): AsyncIterable<string> {
  const input = createReadStream(join(DATA, file)).pipe(createGunzip());
  let i = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (Math.floor(((i + 1) * count) / total) > Math.floor((i * count) / total)) yield line;
    i++;
  }
}

/** Numbers that look random and never repeat below 2^32. */
async function* keys(count: number): AsyncIterable<string> {
  for (let i = 0; i < count; i++) {
    const key = (Math.imul(i, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    yield `{"key":"order-${key}","group":${i % 1000},"price":${(i * 7919) % 10_007}}`;
  }
}

export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'flights',
    mapping: {
      dynamic: false,
      properties: {
        '@timestamp': { type: 'date' },
        carrier: keyword,
        origin: airport,
        dest: airport,
        distance: integer,
        hour: integer,
        cancelled: { type: 'boolean' },
        dep_delay: float,
        arr_delay: float,
        air_time: integer,
        plane: { properties: { tailnum: keyword, manufacturer: keyword, year: integer } },
        weather: { properties: { temp: float, wind_speed: float } },
      },
    },
    documents: (count) => linesOf('flights.ndjson.gz', 336_776, count),
    standard: 150_000,
  },
  {
    name: 'cities',
    mapping: {
      dynamic: false,
      properties: {
        country: keyword,
        population: { type: 'long' },
        location: { type: 'geo_point' },
      },
    },
    documents: (count) => linesOf('cities.ndjson.gz', 135_233, count),
    standard: 60_000,
  },
  {
    name: 'keys',
    mapping: {
      dynamic: false,
      properties: { key: keyword, group: integer, price: { type: 'long' } },
    },
    documents: keys,
    standard: 1_000_000,
  },
];
