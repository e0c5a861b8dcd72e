/**
 * `geo_line`: the points of a bucket as a line, sorted by a number, as a GeoJSON feature (RFC
 * 7946). It is an aggregation of Elasticsearch; OpenSearch has none like it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { type ApiError, illegalArgument } from '@skein/errors';
import { booleanOf, type Draft, integerOf, into, readFields, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import { groupByOwner, placesOf } from '../bucket/merge_buckets.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, grownDoubles, grownWords, type Words } from '../collect/growable.js';
import { asSampled } from '../collect/scaled.js';
import { DROPPED } from '../reduction.js';
import { type GeoRows, type GeoSource, geoSource } from '../values/geo_source.js';
import { NumberRows } from '../values/number_rows.js';
import type { NumberSource, ReadNumbers } from '../values/number_source.js';
import { resolveNumbers, resolveValues } from '../values/resolve_values.js';
import { numberJson } from '../values/value_format.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';

interface LineOptions {
  readonly point: ValuesOptions;
  readonly sort: ValuesOptions;
  readonly descending: boolean;
  readonly showsSort: boolean;
  readonly size: number;
}

/** The line of an owner: three arrays of the same length, sorted by the keys. */
interface Line {
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  readonly keys: Float64Array;
  /** True if no point was left out. */
  readonly isComplete: boolean;
}

interface LinePart {
  readonly lines: readonly Line[];
}

const MAX_SIZE = 10_000;
const NOTHING: Line = {
  lats: new Float64Array(0),
  lons: new Float64Array(0),
  keys: new Float64Array(0),
  isComplete: true,
};

function sizeOf(json: JsonValue): number {
  const size = integerOf(json);
  if (size > 0 && size <= MAX_SIZE) return size;
  throw illegalArgument(`Invalid [size] value [${size}] must be a positive integer <= ${MAX_SIZE}`);
}

function isDescending(json: JsonValue): boolean {
  const order = textOf(json).toUpperCase();
  if (order === 'ASC' || order === 'DESC') return order === 'DESC';
  throw illegalArgument(`Unknown sort order [${order}], known ones are [ASC, DESC]`);
}

function parse(json: JsonObject, context: ParseContext): LineOptions {
  const draft: Draft<LineOptions, 'point' | 'sort'> = {
    point: undefined,
    sort: undefined,
    descending: false,
    showsSort: false,
    size: MAX_SIZE,
  };
  const side = (value: JsonValue): ValuesOptions =>
    readValues(isJsonObject(value) ? value : {}, context, { scripts: false, formats: false });
  readFields(
    json,
    {
      point: into(draft, 'point', 'object', side),
      sort: into(draft, 'sort', 'object', side),
      sort_order: into(draft, 'descending', 'string', isDescending),
      include_sort: into(draft, 'showsSort', 'boolean', booleanOf),
      size: into(draft, 'size', 'number', sizeOf),
    },
    { name: context.type, locate: context.locate },
  );
  const { point, sort, ...rest } = draft;
  if (point !== undefined && sort !== undefined) return { point, sort, ...rest };
  const missing = [point ? [] : ['point'], sort ? [] : ['sort']].flat().join(', ');
  throw illegalArgument(`Required [${missing}]`);
}

class LineCollector implements Collector<LinePart> {
  readonly #options: LineOptions;
  readonly #points: GeoSource | undefined;
  readonly #sort: NumberSource;
  readonly #sortRows = new NumberRows();
  #readPoints: ((block: DocBlock) => GeoRows) | undefined;
  #readSort: ReadNumbers | undefined;
  #size = 0;
  #owners: Words = new Uint32Array(0);
  #lats: Doubles = new Float64Array(0);
  #lons: Doubles = new Float64Array(0);
  #keys: Doubles = new Float64Array(0);

  constructor({ options }: AggregationNode<LineOptions>, { shard }: CollectScope) {
    const accepts = { type: 'geo_line', kinds: ['geo'], standard: 'geo' } as const;
    const points = resolveValues(options.point, shard, accepts);
    this.#options = options;
    this.#points = points.kind === 'geo' ? geoSource(points) : undefined;
    this.#sort = resolveNumbers(options.sort, shard, 'geo_line').source;
  }

  segment(reader: SegmentReader): void {
    this.#readPoints = this.#points?.segment(reader);
    this.#readSort = this.#sort.segment(reader);
  }

  /**
   * Adds the documents that have both a point and a sort value. The rows of both are in the order
   * of their documents.
   */
  collect(block: DocBlock): void {
    const points = this.#readPoints?.(block);
    if (points === undefined) return;
    const sort = this.#sortRows;
    this.#readSort?.(block, sort);
    this.#reserve(this.#size + points.count);
    let at = 0;
    for (let i = 0; i < points.count; i++) {
      const row = points.rows[i];
      while (at < sort.count && sort.rows[at] < row) at++;
      if (at === sort.count || sort.rows[at] !== row) continue;
      if (at + 1 < sort.count && sort.rows[at + 1] === row) throw several('sort');
      if (i + 1 < points.count && points.rows[i + 1] === row) throw several('point');
      this.#owners[this.#size] = block.owners[row];
      this.#lats[this.#size] = points.lats[i];
      this.#lons[this.#size] = points.lons[i];
      this.#keys[this.#size++] = sort.values[at];
    }
  }

  #reserve(points: number): void {
    this.#owners = grownWords(this.#owners, points);
    this.#lats = grownDoubles(this.#lats, points);
    this.#lons = grownDoubles(this.#lons, points);
    this.#keys = grownDoubles(this.#keys, points);
  }

  build(owners: Uint32Array): LinePart {
    const groups = { places: placesOf(owners), groups: owners.length };
    const { starts, order } = groupByOwner(this.#owners, this.#size, groups);
    const whole = { lats: this.#lats, lons: this.#lons, keys: this.#keys, isComplete: true };
    return {
      lines: Array.from(owners, (_, i) =>
        sorted(whole, order.subarray(starts[i], starts[i + 1]), this.#options),
      ),
    };
  }
}

function several(kind: 'sort' | 'point'): ApiError {
  return illegalArgument(`Encountered more than one ${kind} value for a single document`);
}

/** The points at these places, sorted and cut to the size. */
function sorted(
  { lats, lons, keys, isComplete }: Line,
  places: Uint32Array,
  { descending, size }: LineOptions,
): Line {
  const sign = descending ? -1 : 1;
  const order = places
    .slice()
    .sort((a, b) => sign * (keys[a] - keys[b]) || a - b)
    .subarray(0, size);
  const pick = (from: Float64Array) => Float64Array.from(order, (at) => from[at]);
  return {
    lats: pick(lats),
    lons: pick(lons),
    keys: pick(keys),
    isComplete: isComplete && places.length <= size,
  };
}

function joined(lines: readonly Line[], options: LineOptions): Line {
  const [first = NOTHING] = lines;
  if (lines.length <= 1) return first;
  const concat = (member: 'lats' | 'lons' | 'keys') =>
    Float64Array.from(lines.flatMap((line) => Array.from(line[member])));
  const whole = {
    lats: concat('lats'),
    lons: concat('lons'),
    keys: concat('keys'),
    isComplete: lines.every(({ isComplete }) => isComplete),
  };
  return sorted(
    whole,
    Uint32Array.from(whole.keys, (_, i) => i),
    options,
  );
}

/** Degrees are rounded to six decimals, because points are stored to a few centimetres only. */
const SHOWN_DIGITS = 1e6;

function degrees(value: number): JsonValue {
  return numberJson(Math.round(value * SHOWN_DIGITS) / SHOWN_DIGITS);
}

function lineJson({ lats, lons, keys, isComplete }: Line, { showsSort }: LineOptions): JsonObject {
  const coordinates = Array.from(lats, (lat, i) => [degrees(lons[i]), degrees(lat)]);
  // A `LineString` has at least two points.
  const geometry =
    coordinates.length === 1
      ? { type: 'Point', coordinates: coordinates[0] }
      : { type: 'LineString', coordinates };
  return {
    type: 'Feature',
    geometry,
    properties: {
      complete: isComplete,
      ...(showsSort ? { sort_values: Array.from(keys, numberJson) } : {}),
    },
  };
}

export const geoLine = aggregationType<LineOptions, LinePart>({
  name: 'geo_line',
  takes: 'none',
  parse,
  collector: (node, scope) => new LineCollector(node, scope),
  scaled: asSampled,
  reduce({ options }, inputs, { owners }) {
    const of: Line[][] = Array.from({ length: owners }, () => []);
    for (const { part, map } of inputs) {
      map.forEach((to, i) => {
        if (to !== DROPPED) of[to]?.push(part.lines[i] ?? NOTHING);
      });
    }
    return { lines: of.map((lines) => joined(lines, options)) };
  },
  render: ({ options }, { part, owner }) => lineJson(part.lines[owner] ?? NOTHING, options),
});
