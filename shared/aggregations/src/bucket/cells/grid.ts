/**
 * Geographic grids: a bucket for each cell that has points or meets shapes, those with the most
 * documents first.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { type Draft, type FieldReaders, into } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationShard } from '../../aggregation_shard.js';
import type { AggregationType, ParseContext } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { boxOf } from '../../options/geo_box.js';
import type { Order } from '../../options/order.js';
import { countReaders, finished, newShape, type TermsShape } from '../../options/terms_shape.js';
import type { ReduceInput, Reduction } from '../../reduction.js';
import type { CellGrid } from '../../values/cell_table.js';
import type { Box } from '../../values/geo_source.js';
import { geoSource } from '../../values/geo_source.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { RAW } from '../../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { groupByOwner, type Key, placesOf } from '../merge_buckets.js';
import { type SelectedBuckets, selectBuckets } from '../select_buckets.js';
import { ownBuckets, reduceTerms, scaledTerms, type TermsPart } from '../terms/terms_part.js';
import { type CellBuckets, type CellsOptions, cellBuckets } from './cell_buckets.js';
import { shapeCells } from './shape_cells.js';

interface GridOptions extends ValuesOptions, TermsShape {
  readonly precision: number;
  readonly bounds: Box | undefined;
}

interface GridKind {
  readonly name: string;
  readonly resultName: string;
  readonly precision: number;
  readonly precisionOf: (json: JsonValue) => number;
  readonly grid: (precision: number) => CellGrid;
  readonly text: (key: Key, precision: number) => string;
}

const DEFAULT_SIZE = 10_000;

/** The order of cells: by count, and by descending key among equal counts. */
const FULLEST_FIRST: Order = [
  { by: 'count', descending: true },
  { by: 'key', descending: true },
];

function parse(kind: GridKind, json: JsonObject, context: ParseContext): GridOptions {
  const draft: Draft<OwnOptions<GridOptions>> = {
    ...newShape(),
    size: DEFAULT_SIZE,
    precision: kind.precision,
    bounds: undefined,
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

interface Counting {
  readonly box: Box | undefined;
  readonly shard: AggregationShard;
}

/** The points in the cells, and the box in which they count; undefined for an unmapped field. */
function pointsOf(
  values: Values,
  { lines }: CellGrid,
  { box, shard }: Counting,
): Pick<CellsOptions, 'box' | 'source'> | undefined {
  if (values.kind === 'geo') return { box, source: geoSource(values) };
  if (values.kind !== 'shape' || lines === undefined) return undefined;
  const checkCancelled = (): void => shard.checkCancelled();
  // The box selects shapes, not the middles of their cells.
  return { box: undefined, source: shapeCells(values, { lines, box, checkCancelled }) };
}

class GridCollector implements Collector<TermsPart> {
  readonly #options: GridOptions;
  readonly #scope: CollectScope;
  /** `undefined` if the index does not have the field. */
  readonly #cells: CellBuckets | undefined;
  readonly #children: Children;

  constructor(kind: GridKind, node: AggregationNode<GridOptions>, scope: CollectScope) {
    const { options } = node;
    this.#options = options;
    this.#scope = scope;
    const grid = kind.grid(options.precision);
    const values = resolveValues(options, scope.shard, {
      type: kind.name,
      kinds: grid.lines === undefined ? ['geo'] : ['geo', 'shape'],
      standard: 'geo',
    });
    this.#children = childrenOf(node, scope);
    const points = pointsOf(values, grid, { box: options.bounds, shard: scope.shard });
    if (points === undefined) return;
    this.#cells = cellBuckets(grid, {
      ...points,
      isLone: node.children.length === 0 && !scope.hasManyOwners,
      segments: scope.shard.searcher.segments,
    });
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
    cells.finish();
    const { counts } = cells;
    const groups = groupByOwner(cells.owners, cells.size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    const compare = (a: number, b: number): number =>
      counts[b] - counts[a] || cells.compareKeys(b, a);
    return selectBuckets(groups, this.#options.shardSize, compare, { fullest: counts });
  }
}

export function gridType(kind: GridKind): AggregationType<GridOptions, TermsPart> {
  const { name } = kind;
  return {
    name,
    takesValues: kind.grid(kind.precision).lines ? ['geo_shape', 'geopoint'] : ['geopoint'],
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
          key: kind.text(part.keys[bucket], node.options.precision),
          doc_count: part.counts[bucket],
          ...rendering.children(node, part.children, bucket),
        });
      }
      return { buckets };
    },
    resultName: () => kind.resultName,
    buckets: (part) => part,
    bucketKey(node, part, bucket) {
      const key = kind.text(part.keys[bucket], node.options.precision);
      return { key, text: key };
    },
  };
}
