/** Grids over the earth: a bucket for each cell that has points, those with most documents first. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseGeoValue } from '@skein/mapping';
import { doubleOf, type FieldReaders, into, readFields } from '@skein/reading';
import type {
  AggregationNode,
  AggregationType,
  Collector,
  CollectScope,
  ParseContext,
  ReduceInput,
  Reduction,
} from '../aggregation_type.js';
import { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import type { Order } from '../options/order.js';
import { countReaders, finished, newShape, type TermsShape } from '../options/terms_shape.js';
import { resolveValues } from '../values/resolve_values.js';
import { RAW } from '../values/value_format.js';
import { type CellGrid, cellIds, noIds } from '../values/value_ids.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { Combinations } from './combinations.js';
import { compareKeys, groupByOwner, type Key, placesOf } from './merge_buckets.js';
import { selectBuckets } from './select_buckets.js';
import { reduceTerms, type TermsPart } from './terms_part.js';

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

function within(grid: CellGrid, box: Box | undefined): CellGrid {
  if (box === undefined) return grid;
  const { north, south, west, east } = box;
  return {
    ...grid,
    assign(lat, lon, cell) {
      if (lat > north || lat < south) return false;
      const inside = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
      return inside && grid.assign(lat, lon, cell);
    },
  };
}

class GridCollector implements Collector<TermsPart> {
  readonly #options: GridOptions;
  readonly #scope: CollectScope;
  readonly #cells: Combinations;
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
    const grid = within(kind.grid(options.precision), options.bounds);
    this.#cells = new Combinations([values.kind === 'geo' ? cellIds(values, grid) : noIds()]);
    this.#children = new Children(node, scope);
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#cells.segment(at[0]);
    this.#children.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#cells.collect(block, this.#children);
  }

  build(owners: Uint32Array): TermsPart {
    const { counts, size } = this.#cells;
    const all = Array.from({ length: size }, (_, bucket) => this.#cells.tuple(bucket));
    const keys = all.map(({ keys: [key] }) => key as Key);
    const groups = groupByOwner(
      Uint32Array.from(all, ({ owner }) => owner),
      size,
      {
        places: placesOf(owners),
        groups: owners.length,
      },
    );
    const { starts, buckets } = selectBuckets(
      groups,
      this.#options.shardSize,
      (a, b) =>
        (counts[b] as number) - (counts[a] as number) ||
        compareKeys(keys[b] as Key, keys[a] as Key),
    );
    this.#scope.shard.countBuckets(buckets.length);
    return {
      keyed: 'text',
      format: RAW,
      starts,
      keys: Array.from(buckets, (bucket) => keys[bucket] as Key),
      counts: Float64Array.from(buckets, (bucket) => counts[bucket] as number),
      errors: new Float64Array(buckets.length),
      others: new Float64Array(owners.length),
      bounds: new Float64Array(owners.length),
      children: this.#children.build(buckets),
    };
  }
}

export function gridType(kind: GridKind): AggregationType<GridOptions, TermsPart> {
  const { name } = kind;
  return {
    name,
    takes: 'buckets',
    parse: (json, context) => parse(kind, json, context),
    collector: (node, scope) => new GridCollector(kind, node, scope),
    reduce: (node, inputs: readonly ReduceInput<TermsPart>[], reduction: Reduction) =>
      reduceTerms(node, inputs, reduction),
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
