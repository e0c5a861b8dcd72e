/** `auto_date_histogram`: buckets of dates, as wide as it takes to have no more than a number of them. */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldReaders, into, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import {
  type AggregationNode,
  aggregationType,
  type Collector,
  type CollectorProfile,
  type CollectScope,
  type ParseContext,
  type ReduceInput,
  type Reduction,
} from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type KnownMatches, knownMatches } from '../collect/known_matches.js';
import { scaledBuckets } from '../collect/scaled.js';
import { scriptScores } from '../metric/script_scores.js';
import { positive } from '../options/counts.js';
import { type CalendarUnit, type DateRounding, dateRounding } from '../rounding/date_rounding.js';
import { NumberRows } from '../values/number_rows.js';
import { resolveValues, type Values } from '../values/resolve_values.js';
import { RAW, textOfNumber, type ValueFormat } from '../values/value_format.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { CellCollector } from './cell_collector.js';
import { type HistogramPart, takeHistogram } from './histogram_part.js';
import {
  groupByOwner,
  type Key,
  mergeBuckets,
  mergedChildren,
  samePlaces,
  takeOwners,
} from './merge_buckets.js';
import { histogramBuckets } from './render_histogram.js';
import { selectBuckets } from './select_buckets.js';
import { type Bounds, dateCells } from './step_cells.js';

interface AutoOptions extends ValuesOptions {
  readonly buckets: number;
  /** The finest of `STEPS` that may be used. */
  readonly least: number;
}

/** A unit, and how many of it a bucket may be wide. */
interface Step {
  readonly unit: CalendarUnit;
  readonly letter: string;
  readonly aboutMs: number;
  readonly widths: readonly number[];
}

const SECOND = 1000;
const DAY = 86_400 * SECOND;

const STEPS: readonly Step[] = [
  { unit: 'second', letter: 's', aboutMs: SECOND, widths: [1, 5, 10, 30] },
  { unit: 'minute', letter: 'm', aboutMs: 60 * SECOND, widths: [1, 5, 10, 30] },
  { unit: 'hour', letter: 'h', aboutMs: 3600 * SECOND, widths: [1, 3, 12] },
  { unit: 'day', letter: 'd', aboutMs: DAY, widths: [1, 7] },
  { unit: 'month', letter: 'M', aboutMs: 30 * DAY, widths: [1, 3] },
  { unit: 'year', letter: 'y', aboutMs: 365 * DAY, widths: [1, 5, 10, 20, 50, 100] },
];

interface AutoPart extends HistogramPart {
  /** By owner: which of `STEPS` its keys are of, and how many of it a bucket is wide. */
  readonly steps: Uint32Array;
  readonly widths: Uint32Array;
}

function stepOf(json: JsonValue): number {
  const found = STEPS.findIndex(({ unit }) => unit === textOf(json));
  if (found >= 0) return found;
  throw new ApiError(
    'illegal_argument_exception',
    `minimum_interval must be one of [${STEPS.map(({ unit }) => unit)
      .reverse()
      .join(', ')}]`,
  );
}

function parse(json: JsonObject, context: ParseContext): AutoOptions {
  const draft = { buckets: 10, least: 0 };
  const own: FieldReaders = {
    buckets: into(draft, 'buckets', 'number', positive('buckets', context)),
    minimum_interval: into(draft, 'least', 'string', stepOf),
  };
  return { ...readValues(json, context, { own, timeZones: true }), ...draft };
}

function most({ widths }: Step): number {
  return widths.at(-1) as number;
}

function roundingOf(
  step: number,
  timeZone: string | undefined,
  { min, max }: Bounds,
): DateRounding {
  const { unit } = STEPS[step] as Step;
  return dateRounding({ unit, timeZone, offsetMs: 0 }, { minMs: min, maxMs: max });
}

/** Cells of a shard while it collects; coarser ones come when the owners' own spans are known. */
const MAX_CELLS = 1 << 16;

class AutoCollector implements Collector<AutoPart> {
  readonly #step: number;
  readonly #cells: CellCollector | undefined;
  readonly #children: Children;
  readonly #format: ValueFormat;
  /** Of another aggregation. */
  readonly #isInside: boolean;

  constructor({ options, ...node }: AggregationNode<AutoOptions>, scope: CollectScope) {
    const values = resolveValues(options, scope.shard, {
      type: 'auto_date_histogram',
      kinds: ['number'],
      standard: 'date',
    });
    this.#isInside = scope.parent !== undefined;
    this.#format = values.kind === 'number' || values.kind === 'unmapped' ? values.format : RAW;
    this.#children = childrenOf({ ...node, options }, scope);
    const matches = boundsOfMatches(values, scope);
    this.#step = options.least;
    if (values.kind !== 'number' || matches === undefined) return;
    if (!this.#isInside) this.#step = longEnough(options, matches);
    while (this.#step < STEPS.length - 1 && cellsOf(this.#step, matches) > MAX_CELLS) this.#step++;
    // Documents may come that do not match: a global aggregation around this one brings all.
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
    const collected = this.#cells?.build(owners) ?? {
      starts: new Uint32Array(owners.length + 1),
      keys: [],
      counts: new Float64Array(0),
      children: this.#children.build(new Uint32Array(0)),
    };
    return {
      ...collected,
      format: this.#format,
      steps: new Uint32Array(owners.length).fill(this.#step),
      widths: new Uint32Array(owners.length).fill(1),
    };
  }

  profile(): CollectorProfile {
    const form = this.#isInside ? 'FromMany' : 'FromSingle';
    return {
      type: `AutoDateHistogramAggregator.${form}`,
      debug: { surviving_buckets: this.#cells?.size ?? 0, ...this.#cells?.debug },
    };
  }
}

/** The finest step by which the whole span may come to no more than is asked for, as OpenSearch reckons while it collects: with months of 30 days. */
function longEnough({ least, buckets }: AutoOptions, { min, max }: Bounds): number {
  let step = least;
  while (
    step < STEPS.length - 1 &&
    cellsOf(step, { min, max }) > buckets * most(STEPS[step] as Step)
  ) {
    step++;
  }
  return step;
}

function cellsOf(step: number, { min, max }: Bounds): number {
  return (max - min) / (STEPS[step] as Step).aboutMs;
}

/** From the first to the last value that will come: those of the column may be much further apart. */
function boundsOfMatches(values: Values, { shard }: CollectScope): Bounds | undefined {
  if (values.kind !== 'number') return undefined;
  const rows = new NumberRows();
  const owners = new Uint32Array(0);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const query = shard.nestedPath === undefined ? shard.matches() : undefined;
  if (query === undefined) return values.source.bounds?.();
  const weight = shard.searcher.weight(query, false);
  /** Known without looking at documents. */
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
          const value = rows.values[i] as number;
          if (value < min) min = value;
          if (value > max) max = value;
        }
      };
    },
  });
  return min <= max ? { min, max } : undefined;
}

/** How an owner's buckets look in the end. */
interface Shape {
  readonly step: number;
  readonly width: number;
  readonly keys: readonly number[];
  /** From an old key to its place among the new ones. */
  readonly place: (key: number) => number;
}

/** As OpenSearch's reduce does it: the finest step of which there are not too many, then the narrowest width. */
function shapeOf(keys: readonly number[], from: number, options: AutoOptions): Shape {
  const first = keys[0] as number;
  const last = keys.at(-1) as number;
  const bounds = { min: first, max: last };
  let step = from;
  while (
    step < STEPS.length - 1 &&
    roundedKeys(keys, step, options).size > options.buckets * most(STEPS[step] as Step)
  )
    step++;
  step = fittingStep(step, bounds, options);
  const rounding = roundingOf(step, options.timeZone, bounds);
  const all: number[] = [];
  for (let key = rounding.round(first); key <= last; key = rounding.next(key)) all.push(key);
  const width =
    (STEPS[step] as Step).widths.find((each) => Math.ceil(all.length / each) <= options.buckets) ??
    1;
  const starts = all.filter((_, i) => i % width === 0);
  const places = new Map(all.map((key, i) => [key, Math.floor(i / width)]));
  return { step, width, keys: starts, place: (key) => places.get(rounding.round(key)) ?? 0 };
}

function roundedKeys(
  keys: readonly number[],
  step: number,
  { timeZone }: AutoOptions,
): Set<number> {
  const bounds = { min: keys[0] as number, max: keys.at(-1) as number };
  const rounding = roundingOf(step, timeZone, bounds);
  return new Set(keys.map((key) => rounding.round(key)));
}

/** The finest step from one on of which the whole span takes not too many. */
function fittingStep(from: number, { min, max }: Bounds, options: AutoOptions): number {
  for (let step = from; step < STEPS.length - 1; step++) {
    const limit = options.buckets * most(STEPS[step] as Step);
    if (cellsOf(step, { min, max }) > 2 * limit + 2) continue;
    const rounding = roundingOf(step, options.timeZone, { min, max });
    let needed = 0;
    for (let key = min; key < max && needed <= limit; key = rounding.next(rounding.round(key)))
      needed++;
    if (needed <= limit) return step;
  }
  return STEPS.length - 1;
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
    (a, b) => Number(keys[a] as Key) - Number(keys[b] as Key),
  );
  const coarsest = Math.max(
    node.options.least,
    ...inputs.flatMap(({ part }) => Array.from(part.steps)),
  );
  const starts = new Uint32Array(reduction.owners + 1);
  const steps = new Uint32Array(reduction.owners).fill(coarsest);
  const widths = new Uint32Array(reduction.owners).fill(1);
  const shownKeys: number[] = [];
  const map = new Uint32Array(keys.length);
  for (let owner = 0; owner < reduction.owners; owner++) {
    const own = sorted.buckets.subarray(sorted.starts[owner], sorted.starts[owner + 1]);
    const ownKeys = Array.from(own, (bucket) => Number(keys[bucket] as Key));
    const isShaped = reduction.isFinal && own.length > 0;
    const shape = isShaped ? shapeOf(ownKeys, coarsest, node.options) : undefined;
    own.forEach((bucket, i) => {
      map[bucket] = shownKeys.length + (shape?.place(ownKeys[i] as number) ?? i);
    });
    shownKeys.push(...(shape?.keys ?? ownKeys));
    starts[owner + 1] = shownKeys.length;
    if (shape === undefined) continue;
    steps[owner] = shape.step;
    widths[owner] = shape.width;
  }
  if (reduction.isFinal) reduction.countBuckets(shownKeys.length);
  const shownCounts = new Float64Array(shownKeys.length);
  map.forEach((to, bucket) => {
    shownCounts[to] = (shownCounts[to] as number) + (counts[bucket] as number);
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

export const autoDateHistogram = aggregationType<AutoOptions, AutoPart>({
  name: 'auto_date_histogram',
  takesValues: NUMBER_KINDS,
  takes: 'buckets',
  parse,
  needsScores: scriptScores,
  collector: (node, scope) => new AutoCollector(node, scope),
  scaled: scaledBuckets,
  reduce,
  render(node, { part, owner }, rendering) {
    const shown = histogramBuckets({ node, part, owner, keyed: false }, (key) => key, rendering);
    const { letter } = STEPS[part.steps[owner] as number] as Step;
    return { ...shown, interval: `${part.widths[owner]}${letter}` };
  },
  buckets: (part) => part,
  bucketKey: (_node, { keys, format }, bucket) => {
    const key = keys[bucket] as number;
    return { key, text: textOfNumber(key, format) };
  },
});
