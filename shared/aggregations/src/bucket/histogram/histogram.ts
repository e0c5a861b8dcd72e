/** `histogram`: buckets of a number that all have the same width. */
import { double, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanOf, type Draft, doubleOf, type FieldReaders, into } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import { childrenOf } from '../../collect/children.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import type { KnownMatches } from '../../collect/known_matches.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { formatOfParts } from '../../metric/part_format.js';
import { checkInside } from '../../options/bounds.js';
import { notNegativeLong } from '../../options/counts.js';
import { readNumberBounds } from '../../options/number_bounds.js';
import { checkOrder, KEY_ASCENDING, readOrder } from '../../options/order.js';
import { resolveRanged } from '../../values/resolve_values.js';
import { textOfNumber, type ValueFormat } from '../../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { CellCollector } from '../cells/cell_collector.js';
import { requireAlone } from '../require_alone.js';
import {
  HISTOGRAM,
  HISTOGRAM_ROOM,
  type HistogramPart,
  type HistogramShape,
  reduceHistogram,
} from './histogram_part.js';
import { numberRangeCells } from './range_steps.js';
import { histogramBuckets } from './render_histogram.js';
import { type Bounds, numberCells } from './step_cells.js';

interface HistogramOptions extends ValuesOptions, HistogramShape {
  readonly interval: number;
  readonly offset: number;
  readonly keyed: boolean;
  readonly extended: Bounds | undefined;
  readonly hard: Bounds | undefined;
}

function parse(json: JsonObject, context: ParseContext): HistogramOptions {
  const draft: Draft<OwnOptions<HistogramOptions>> = {
    interval: 0,
    offset: 0,
    keyed: false,
    minDocCount: 0,
    order: KEY_ASCENDING,
    extended: undefined,
    hard: undefined,
  };
  const bounds = (value: JsonValue): Bounds => readNumberBounds(value, context);
  const own: FieldReaders = {
    interval: into(draft, 'interval', 'number', (value) => width(value, context)),
    offset: into(draft, 'offset', 'number', doubleOf),
    keyed: into(draft, 'keyed', 'boolean', booleanOf),
    min_doc_count: into(draft, 'minDocCount', 'number', notNegativeLong('minDocCount', context)),
    extended_bounds: into(draft, 'extended', 'object', bounds),
    hard_bounds: into(draft, 'hard', 'object', bounds),
    order: into(draft, 'order', 'object_array', (value) => readOrder(value, context)),
  };
  return { ...readValues(json, context, { own }), ...draft };
}

function width(json: JsonValue, { name }: ParseContext): number {
  const interval = doubleOf(json);
  if (interval > 0) return interval;
  throw new ApiError(
    'illegal_argument_exception',
    `[interval] must be >0 for histogram aggregation [${name}]`,
  );
}

function checkBounds({ extended, hard }: HistogramOptions): void {
  checkInside(
    { extended, hard },
    { extended: boundsText(extended, 'null'), hard: boundsText(hard, '') },
  );
}

function checkInterval({ interval }: HistogramOptions): void {
  if (interval > 0) return;
  throw new ApiError('illegal_argument_exception', 'interval must be positive, got: 0.0');
}

function boundsText(bounds: Bounds | undefined, open: string): string {
  const text = (bound: number): string =>
    Number.isFinite(bound) ? textOfNumber(bound, { kind: 'raw' }) : open;
  return bounds === undefined ? '' : `${text(bounds.min)}--${text(bounds.max)}`;
}

class HistogramCollector implements Collector<HistogramPart> {
  readonly #cells: CellCollector;
  readonly #format: ValueFormat;

  constructor(node: AggregationNode<HistogramOptions>, scope: CollectScope) {
    const { options } = node;
    const { shard } = scope;
    const values = resolveRanged(options, shard, 'histogram', 'values');
    if (values.kind === 'number') requireAlone(node, values.source, 'Histogram');
    checkBounds(options);
    scope.late(() => checkInterval(options));
    const children = childrenOf(node, scope);
    this.#format = values.format;
    const found =
      values.kind === 'range'
        ? numberRangeCells(values, options, { ...shard, hard: options.hard })
        : {
            source: values.source,
            cells: numberCells(options, values.source.bounds?.(), options.hard),
          };
    this.#cells = new CellCollector(found, children, scope);
    checkOrder(node, scope);
  }

  countMatches(matches: KnownMatches): boolean {
    return this.#cells.countMatches(matches);
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#cells.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#cells.collect(block);
  }

  build(owners: Uint32Array): HistogramPart {
    return { ...this.#cells.build(owners), format: this.#format };
  }

  profile(): CollectorProfile {
    return { debug: { total_buckets: this.#cells.size, ...this.#cells.debug } };
  }
}

/** Every step from the first to the last key, extended to the bounds if they reach further. */
function filled(
  keys: readonly number[],
  { interval, offset, extended }: HistogramOptions,
  count: (buckets: number) => void,
): readonly number[] {
  const step = (value: number): number => Math.floor((value - offset) / interval);
  const low = Math.min(
    keys.length > 0 ? step(keys[0] + interval / 2) : Number.POSITIVE_INFINITY,
    extended && Number.isFinite(extended.min) ? step(extended.min) : Number.POSITIVE_INFINITY,
  );
  const high = Math.max(
    keys.length > 0 ? step(keys[keys.length - 1] + interval / 2) : Number.NEGATIVE_INFINITY,
    extended && Number.isFinite(extended.max) ? step(extended.max) : Number.NEGATIVE_INFINITY,
  );
  if (!(low <= high) || !Number.isFinite(high - low)) return keys;
  const steps = high - low + 1;
  // The limit is checked before the keys are made. The count is taken back, because the caller
  // counts all keys.
  count(steps);
  count(-steps);
  return Array.from({ length: steps }, (_, i) => (low + i) * interval + offset);
}

export const histogram = aggregationType<HistogramOptions, HistogramPart>({
  ...HISTOGRAM,
  scaled: scaledBuckets,
  name: 'histogram',
  profileName: 'NumericHistogramAggregator',
  parse,
  collector: (node, scope) => new HistogramCollector(node, scope),
  reduce(node, inputs, reduction) {
    const fill = (keys: readonly number[]): readonly number[] =>
      filled(keys, node.options, reduction.countBuckets);
    return reduceHistogram(node, inputs, { reduction, format: formatOfParts(inputs), fill });
  },
  render: (node, { part, owner }, rendering) =>
    histogramBuckets({ node, part, owner, keyed: node.options.keyed }, double, rendering),
  growth: { ...HISTOGRAM_ROOM, nextKey: ({ options }, _part, key) => key + options.interval },
  bucketKey: (_node, { keys, format }, bucket) => {
    const key = keys[bucket];
    return { key: double(key), text: textOfNumber(key, format), number: key };
  },
});
