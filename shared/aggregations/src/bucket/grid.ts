/** Grids over the earth: a bucket for each cell that has points, those with most documents first. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseGeoValue } from '@skein/mapping';
import { doubleOf, type FieldReaders, into, readFields } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type {
  AggregationNode,
  AggregationType,
  Collector,
  CollectScope,
  ParseContext,
  ReduceInput,
  Reduction,
} from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { DocCounts } from '../collect/doc_counts.js';
import {
  type Doubles,
  grownOwnDoubles,
  letGoOfDoubles,
  roomForWords,
  type Words,
} from '../collect/growable.js';
import type { Order } from '../options/order.js';
import { countReaders, finished, newShape, type TermsShape } from '../options/terms_shape.js';
import { type CellGrid, CellTable } from '../values/cell_table.js';
import { type GeoRows, type GeoSource, geoSource } from '../values/geo_source.js';
import { resolveValues } from '../values/resolve_values.js';
import { RAW } from '../values/value_format.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { groupByOwner, type Key, placesOf } from './merge_buckets.js';
import { type SelectedBuckets, selectBuckets } from './select_buckets.js';
import { ownBuckets, reduceTerms, scaledTerms, type TermsPart } from './terms_part.js';

export interface GridOptions extends ValuesOptions, TermsShape {
  readonly precision: number;
  readonly bounds: Box | undefined;
}

/** Points outside do not count. West of `east` or east of `west` where the box crosses the date line. */
interface Box {
  readonly north: number;
  readonly south: number;
  readonly west: number;
  readonly east: number;
}

export interface GridKind {
  readonly name: string;
  readonly resultName: string;
  readonly precision: number;
  readonly precisionOf: (json: JsonValue) => number;
  readonly grid: (precision: number) => CellGrid;
  readonly text: (key: Key, precision: number) => string;
}

const DEFAULT_SIZE = 10_000;

/** Of cells with as many documents the last comes first. */
const FULLEST_FIRST: Order = [
  { by: 'count', descending: true },
  { by: 'key', descending: true },
];

function parse(kind: GridKind, json: JsonObject, context: ParseContext): GridOptions {
  const draft = {
    ...newShape(),
    size: DEFAULT_SIZE,
    precision: kind.precision,
    bounds: undefined as Box | undefined,
  };
  const { size, shard_size: shardSize } = countReaders(draft, context);
  const own: FieldReaders = {
    ...(size ? { size } : {}),
    ...(shardSize ? { shard_size: shardSize } : {}),
    precision: into(draft, 'precision', 'number', kind.precisionOf),
    bounds: into(draft, 'bounds', 'object', (value) => boxOf(value, context)),
  };
  const values = readValues(json, context, { own, scripts: false, formats: false });
  const { precision, bounds, ...shape } = draft;
  return { ...values, ...finished({ ...shape, order: FULLEST_FIRST }), precision, bounds };
}

function boxOf(json: JsonValue, { locate }: ParseContext): Box {
  const draft = { top: NaN, bottom: NaN, left: NaN, right: NaN };
  const corner =
    (lat: 'top' | 'bottom', lon: 'left' | 'right') =>
    (value: JsonValue): void => {
      const point = parseGeoValue(value, true);
      draft[lat] = point.lat;
      draft[lon] = point.lon;
    };
  readFields(
    isJsonObject(json) ? json : {},
    {
      top: into(draft, 'top', 'number', doubleOf),
      bottom: into(draft, 'bottom', 'number', doubleOf),
      left: into(draft, 'left', 'number', doubleOf),
      right: into(draft, 'right', 'number', doubleOf),
      top_left: corner('top', 'left'),
      bottom_right: corner('bottom', 'right'),
      top_right: corner('top', 'right'),
      bottom_left: corner('bottom', 'left'),
    },
    { name: 'bounds', locate },
  );
  const { top: north, bottom: south, left: west, right: east } = draft;
  if ([north, south, west, east].some(Number.isNaN)) {
    throw new ApiError('parse_exception', 'failed to parse bounding box');
  }
  return { north, south, west, east };
}

/** Leaves out the points outside of the box. */
function keepWithin({ north, south, west, east }: Box, points: GeoRows): void {
  const { rows, lats, lons, count } = points;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const lat = lats[i] as number;
    const lon = lons[i] as number;
    if (lat > north || lat < south) continue;
    const isInside = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    if (!isInside) continue;
    rows[kept] = rows[i] as number;
    lats[kept] = lat;
    lons[kept++] = lon;
  }
  points.count = kept;
}

/** The buckets of cells by owner. A document with several points in a cell is in it once. */
class CellBuckets {
  counts: Doubles = new Float64Array(0);
  readonly #cells: CellTable;
  readonly #box: Box | undefined;
  readonly #source: GeoSource;
  readonly #docCounts = new DocCounts();
  #read: ReturnType<GeoSource['segment']> | undefined;
  #buckets: Words = new Uint32Array(0);

  constructor(grid: CellGrid, box: Box | undefined, source: GeoSource) {
    this.#cells = new CellTable(grid);
    this.#box = box;
    this.#source = source;
  }

  get size(): number {
    return this.#cells.table.size;
  }

  get owners(): Uint32Array | undefined {
    return this.#cells.table.knownOwners;
  }

  segment(reader: SegmentReader): void {
    this.#docCounts.segment(reader);
    this.#read = this.#source.segment(reader);
  }

  collect(block: DocBlock, children: Children): void {
    const found = this.#read?.(block);
    if (found === undefined) return;
    if (this.#box !== undefined) keepWithin(this.#box, found);
    if (found.count === 0) return;
    this.#buckets = roomForWords(this.#buckets, found.count);
    const buckets = this.#buckets;
    this.#cells.assign(found, block.buckets === 1 ? undefined : block.owners, buckets);
    const count = found.isSingle ? found.count : leaveOutRepeated(found.rows, buckets, found.count);
    this.counts = grownOwnDoubles(this.counts, this.size);
    const { counts } = this;
    for (let i = 0; i < count; i++) {
      const bucket = buckets[i] as number;
      counts[bucket] = (counts[bucket] as number) + 1;
    }
    const counted = { rows: found.rows, buckets, count };
    this.#docCounts.addMore(counts, block, counted);
    children.collectRows(block, found.rows, buckets, { count, size: this.size });
  }

  key(bucket: number): Key {
    return this.#cells.key(bucket);
  }

  compareKeys(a: number, b: number): number {
    return this.#cells.compare(a, b);
  }

  letGo(): void {
    this.#cells.table.letGo();
    letGoOfDoubles(this.counts);
    this.counts = new Float64Array(0);
  }
}

/** Rows of a document follow one another; how many are left. */
function leaveOutRepeated(rows: Uint32Array, buckets: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i] as number;
    const bucket = buckets[i] as number;
    if (isRepeated(rows, buckets, { row, bucket, kept })) continue;
    rows[kept] = row;
    buckets[kept++] = bucket;
  }
  return kept;
}

interface NewRow {
  readonly row: number;
  readonly bucket: number;
  readonly kept: number;
}

function isRepeated(
  rows: Uint32Array,
  buckets: Uint32Array,
  { row, bucket, kept }: NewRow,
): boolean {
  for (let at = kept - 1; at >= 0 && rows[at] === row; at--) {
    if (buckets[at] === bucket) return true;
  }
  return false;
}

class GridCollector implements Collector<TermsPart> {
  readonly #options: GridOptions;
  readonly #scope: CollectScope;
  /** Absent: the index has no such field. */
  readonly #cells: CellBuckets | undefined;
  readonly #children: Children;

  constructor(kind: GridKind, node: AggregationNode<GridOptions>, scope: CollectScope) {
    const { options } = node;
    this.#options = options;
    this.#scope = scope;
    const values = resolveValues(options, scope.shard, {
      type: kind.name,
      kinds: ['geo'],
      standard: 'geo',
    });
    const grid = kind.grid(options.precision);
    this.#cells =
      values.kind === 'geo' ? new CellBuckets(grid, options.bounds, geoSource(values)) : undefined;
    this.#children = childrenOf(node, scope);
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#cells?.segment(at[0]);
    this.#children.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#cells?.collect(block, this.#children);
  }

  build(owners: Uint32Array): TermsPart {
    const { starts, buckets } = this.#select(owners);
    this.#scope.shard.countBuckets(buckets.length);
    const part: TermsPart = {
      keyed: 'text',
      format: RAW,
      starts,
      ...ownBuckets(this.#cells, buckets),
      others: new Float64Array(owners.length),
      bounds: new Float64Array(owners.length),
      children: this.#children.build(buckets),
    };
    this.#cells?.letGo();
    return part;
  }

  #select(owners: Uint32Array): SelectedBuckets {
    const cells = this.#cells;
    if (cells === undefined) {
      return { starts: new Uint32Array(owners.length + 1), buckets: new Uint32Array(0) };
    }
    const { counts } = cells;
    const groups = groupByOwner(cells.owners, cells.size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    const compare = (a: number, b: number): number =>
      (counts[b] as number) - (counts[a] as number) || cells.compareKeys(b, a);
    return selectBuckets(groups, this.#options.shardSize, compare, { fullest: counts });
  }
}

export function gridType(kind: GridKind): AggregationType<GridOptions, TermsPart> {
  const { name } = kind;
  return {
    name,
    takesValues: ['geopoint'],
    takes: 'buckets',
    parse: (json, context) => parse(kind, json, context),
    collector: (node, scope) => new GridCollector(kind, node, scope),
    reduce: (node, inputs: readonly ReduceInput<TermsPart>[], reduction: Reduction) =>
      reduceTerms(node, inputs, reduction),
    scaled: scaledTerms,
    render(node, { part, owner }, rendering) {
      const buckets: JsonObject[] = [];
      for (const bucket of rendering.buckets(node, part, owner)) {
        buckets.push({
          key: kind.text(part.keys[bucket] as Key, node.options.precision),
          doc_count: part.counts[bucket] as number,
          ...rendering.children(node, part.children, bucket),
        });
      }
      return { buckets };
    },
    resultName: () => kind.resultName,
    buckets: (part) => part,
    bucketKey(node, part, bucket) {
      const key = kind.text(part.keys[bucket] as Key, node.options.precision);
      return { key, text: key };
    },
  };
}
