/**
 * `auto_date_histogram`: buckets of dates, which are so wide that there are no more than a
 * requested number of them.
 */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { type FieldReaders, integerOf, into, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { type KnownMatches, knownMatches } from '../../collect/known_matches.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { scriptScores } from '../../metric/script_scores.js';
import { DROPPED, type ReduceInput, type Reduction } from '../../reduction.js';
import type { DateRounding } from '../../rounding/date_rounding.js';
import { NumberRows } from '../../values/number_rows.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { RAW, textOfNumber, type ValueFormat } from '../../values/value_format.js';
import { NUMBER_KINDS } from '../../values/value_names.js';
import { readValues, type ValuesOptions } from '../../values/values_options.js';
import { CellCollector } from '../cells/cell_collector.js';
import { HISTOGRAM_ROOM, takeHistogram, withoutBuckets } from '../histogram/histogram_part.js';
import { histogramBuckets } from '../histogram/render_histogram.js';
import { type Bounds, dateCells } from '../histogram/step_cells.js';
import {
  groupByOwner,
  mergeBuckets,
  mergedChildren,
  samePlaces,
  takeOwners,
} from '../merge_buckets.js';
import { selectBuckets } from '../select_buckets.js';
import { InnerCollector } from './auto_inner_collector.js';
import type { AutoPart } from './auto_part.js';
import { LAST_STEP, MOST_BUCKETS, mostBuckets, roundingOf, STEPS, shapeOf } from './auto_steps.js';

interface AutoOptions extends ValuesOptions {
  readonly buckets: number;
  /** The finest of `STEPS` that may be used. */
  readonly least: number;
}

/** `null` stands for the finest step, as in OpenSearch. */
function stepOf(json: JsonValue): number {
  if (json === null) return 0;
  const found = STEPS.findIndex(({ unit }) => unit === textOf(json));
  if (found >= 0) return found;
  throw new ApiError(
    'illegal_argument_exception',
    `minimum_interval must be one of [${STEPS.map(({ unit }) => unit)
      .reverse()
      .join(', ')}]`,
  );
}

function bucketsOf(json: JsonValue, { name }: ParseContext): number {
  const buckets = integerOf(json);
  if (buckets > 0) return buckets;
  throw illegalArgument(`buckets must be greater than 0 for [${name}]`);
}

function parse(json: JsonObject, context: ParseContext): AutoOptions {
  const draft = { buckets: 10, least: 0 };
  const own: FieldReaders = {
    buckets: into(draft, 'buckets', 'number', (value) => bucketsOf(value, context)),
    minimum_interval: into(draft, 'least', 'string_or_null', stepOf),
  };
  return { ...readValues(json, context, { own, timeZones: true }), ...draft };
}

/** The greatest number of cells during collection; with more, a coarser step is used. */
const MAX_CELLS = 1 << 16;

/**
 * The collector at the top level, where all matches have one owner. Its step is known before the
 * first document.
 */
class AutoCollector implements Collector<AutoPart> {
  readonly #step: number;
  readonly #cells: CellCollector | undefined;
  readonly #children: Children;
  readonly #format: ValueFormat;

  constructor(
    values: Values,
    { options, ...node }: AggregationNode<AutoOptions>,
    scope: CollectScope,
  ) {
    this.#format = formatOf(values);
    this.#children = childrenOf({ ...node, options }, scope);
    const matches = boundsOfMatches(values, scope);
    this.#step = options.least;
    if (values.kind !== 'number' || matches === undefined) return;
    this.#step = longEnough(options, matches);
    while (this.#step < LAST_STEP && cellsOf(this.#step, matches) > MAX_CELLS) this.#step++;
    const bounds = values.source.bounds?.() ?? matches;
    const rounding = roundingOf(this.#step, options.timeZone, bounds);
    const cells = dateCells({ rounding, bounds, hard: undefined });
    this.#cells = new CellCollector({ source: values.source, cells }, this.#children, scope);
  }

  countMatches(matches: KnownMatches): boolean {
    return this.#cells?.countMatches(matches) === true;
  }

  segment(...at: Parameters<Collector['segment']>): void {
    if (this.#cells === undefined) this.#children.segment(...at);
    else this.#cells.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#cells?.collect(block);
  }

  build(owners: Uint32Array): AutoPart {
    const collected = this.#cells?.build(owners) ?? withoutBuckets(owners, this.#children);
    return {
      ...collected,
      format: this.#format,
      steps: new Uint32Array(owners.length).fill(this.#step),
      widths: new Uint32Array(owners.length).fill(1),
    };
  }

  profile(): CollectorProfile {
    return {
      type: 'AutoDateHistogramAggregator.FromSingle',
      debug: { surviving_buckets: this.#cells?.size ?? 0, ...this.#cells?.debug },
    };
  }
}

function formatOf(values: Values): ValueFormat {
  return values.kind === 'number' || values.kind === 'unmapped' ? values.format : RAW;
}

function collectorOf(node: AggregationNode<AutoOptions>, scope: CollectScope): Collector<AutoPart> {
  const { options } = node;
  if (options.buckets > MOST_BUCKETS) {
    throw illegalArgument(`buckets must be less than ${MOST_BUCKETS}`);
  }
  const values = resolveValues(options, scope.shard, {
    type: 'auto_date_histogram',
    kinds: ['number'],
    standard: 'date',
    scriptsGetLongs: true,
  });
  if (scope.parents.length === 0 || values.kind !== 'number') {
    return new AutoCollector(values, node, scope);
  }
  const { source, format } = values;
  const span = source.bounds?.() ?? EVERY_YEAR;
  const roundings: DateRounding[] = [];
  const rounding = (step: number): DateRounding => {
    roundings[step] ??= roundingOf(step, options.timeZone, span);
    return roundings[step];
  };
  const { least, buckets } = options;
  const inner = { source, format, least, buckets, rounding };
  return new InnerCollector(inner, childrenOf(node, scope), scope);
}

/** The assumed bounds of script values, which are unknown. */
const EVERY_YEAR: Bounds = { min: Date.UTC(1900, 0), max: Date.UTC(2100, 0) };

/**
 * The finest step of which the whole span has at most `mostBuckets` buckets. As OpenSearch does
 * during collection, it assumes months of 30 days.
 */
function longEnough({ least, buckets }: AutoOptions, { min, max }: Bounds): number {
  let step = least;
  while (step < LAST_STEP && cellsOf(step, { min, max }) > mostBuckets(step, { buckets })) step++;
  return step;
}

function cellsOf(step: number, { min, max }: Bounds): number {
  return (max - min) / STEPS[step].aboutMs;
}

/** The bounds of the matches' values, since those of the column may be much further apart. */
function boundsOfMatches(values: Values, { shard }: CollectScope): Bounds | undefined {
  if (values.kind !== 'number') return undefined;
  const rows = new NumberRows();
  const owners = new Uint32Array(0);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const query = shard.nestedPath === undefined ? shard.matches() : undefined;
  if (query === undefined) return values.source.bounds?.();
  const weight = shard.searcher.weight(query, false);
  /** Extends the bounds by a segment from its points; false if its documents must be read. */
  const isKnown = (reader: SegmentReader): boolean => {
    const known = knownMatches(weight, reader);
    const sorted = known && values.source.sorted?.(known);
    if (sorted === undefined) return false;
    if (sorted.from === sorted.to) return true;
    min = Math.min(min, sorted.at(sorted.from));
    max = Math.max(max, sorted.at(sorted.to - 1));
    return true;
  };
  shard.searcher.searchDocs(query, {
    wants: (reader) => !isKnown(reader),
    segment: (reader) => {
      const read = values.source.segment(reader);
      return (docs, count) => {
        read({ docs, count, owners, scores: undefined }, rows);
        for (let i = 0; i < rows.count; i++) {
          const value = rows.values[i];
          if (value < min) min = value;
          if (value > max) max = value;
        }
      };
    },
  });
  return min <= max ? { min, max } : undefined;
}

function reduce(
  node: AggregationNode<AutoOptions>,
  inputs: readonly ReduceInput<AutoPart>[],
  reduction: Reduction,
): AutoPart {
  const [only] = inputs;
  if (reduction.isTaking && only !== undefined) {
    const { part, map: to } = only;
    const taken = takeHistogram(node, only, reduction);
    const numbers = (values: Uint32Array): Uint32Array =>
      Uint32Array.from(takeOwners(Float64Array.from(values), to, reduction.owners));
    return { ...taken, steps: numbers(part.steps), widths: numbers(part.widths) };
  }
  const merged = mergeBuckets(inputs);
  const { keys, counts, owners, maps } = merged;
  const groups = groupByOwner(owners, keys.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const sorted = selectBuckets(
    groups,
    Number.POSITIVE_INFINITY,
    (a, b) => Number(keys[a]) - Number(keys[b]),
  );
  const starts = new Uint32Array(reduction.owners + 1);
  const steps = coarsestSteps(node, inputs, reduction);
  const widths = new Uint32Array(reduction.owners).fill(1);
  const shownKeys: number[] = [];
  const map = new Uint32Array(keys.length);
  for (let owner = 0; owner < reduction.owners; owner++) {
    const own = sorted.buckets.subarray(sorted.starts[owner], sorted.starts[owner + 1]);
    const ownKeys = Array.from(own, (bucket) => Number(keys[bucket]));
    const isShaped = reduction.isFinal && own.length > 0;
    const shape = isShaped ? shapeOf(ownKeys, steps[owner], node.options) : undefined;
    own.forEach((bucket, i) => {
      map[bucket] = shownKeys.length + (shape?.place(ownKeys[i]) ?? i);
    });
    for (const key of shape?.keys ?? ownKeys) shownKeys.push(key);
    starts[owner + 1] = shownKeys.length;
    if (shape === undefined) continue;
    steps[owner] = shape.step;
    widths[owner] = shape.width;
  }
  if (reduction.isFinal) reduction.countBuckets(shownKeys.length);
  const shownCounts = new Float64Array(shownKeys.length);
  map.forEach((to, bucket) => {
    shownCounts[to] = shownCounts[to] + counts[bucket];
  });
  const children = mergedChildren(inputs, maps, map);
  return {
    format: inputs.find(({ part }) => part.format.kind !== 'raw')?.part.format ?? RAW,
    starts,
    keys: shownKeys,
    counts: shownCounts,
    children: reduction.children(node, children, shownKeys.length),
    steps,
    widths,
  };
}

/** The coarsest of the shards' steps, by owner. */
function coarsestSteps(
  { options }: AggregationNode<AutoOptions>,
  inputs: readonly ReduceInput<AutoPart>[],
  { owners }: Reduction,
): Uint32Array {
  const steps = new Uint32Array(owners).fill(options.least);
  for (const { part, map } of inputs) {
    map.forEach((to, owner) => {
      if (to !== DROPPED) steps[to] = Math.max(steps[to], part.steps[owner]);
    });
  }
  return steps;
}

export const autoDateHistogram = aggregationType<AutoOptions, AutoPart>({
  name: 'auto_date_histogram',
  takesValues: NUMBER_KINDS,
  usedAs: 'date',
  takes: 'buckets',
  parse,
  needsScores: scriptScores,
  collector: collectorOf,
  scaled: scaledBuckets,
  reduce,
  render(node, { part, owner }, rendering) {
    const shown = histogramBuckets({ node, part, owner, keyed: false }, (key) => key, rendering);
    const { letter } = STEPS[part.steps[owner]];
    return { ...shown, interval: `${part.widths[owner]}${letter}` };
  },
  buckets: (part) => part,
  sequence: () => 'whole',
  growth: {
    ...HISTOGRAM_ROOM,
    nextKey: ({ options }, { steps }, key, owner) =>
      roundingOf(steps[owner], options.timeZone, { min: key, max: key }).next(key),
  },
  bucketKey: (_node, { keys, format }, bucket) => {
    const key = keys[bucket];
    return { key, text: textOfNumber(key, format), number: key };
  },
});
