/**
 * Generates random trees of aggregations over a schema, most of them valid. An aggregation's name
 * begins with its type, so that the comparison of two answers knows which figures are approximate.
 */
import type { Dice } from '../dice.ts';
import { isObject, type Json, type Made } from '../json.ts';
import { BUCKETS } from './aggregation_buckets.ts';
import { METRICS } from './aggregation_metrics.ts';
import { QueryGenerator, type Schema } from './queries.ts';

/** The fields of an index by the aggregations that they allow. */
export interface AggregationSchema extends Schema {
  readonly ip: readonly string[];
  /** Fields of the nested documents, and where they are. */
  readonly nested: { readonly path: string; readonly schema: Omit<AggregationSchema, 'nested'> };
}

type Fields = Omit<AggregationSchema, 'nested'>;

/** The place in the tree at which an aggregation is generated. */
export interface Place {
  readonly fields: Fields;
  readonly isNested: boolean;
  readonly isTop: boolean;
  readonly depth: number;
}

export type Maker = (g: AggregationGenerator, place: Place) => Made;

const MISFIT_PERCENT = 5;
const SEVERAL_PERCENT = 30;
const PIPELINE_PERCENT = 30;

export class AggregationGenerator {
  readonly #dice: Dice;
  readonly #schema: AggregationSchema;
  readonly #queries: QueryGenerator;
  #made = 0;

  constructor(schema: AggregationSchema, dice: Dice) {
    this.#schema = schema;
    this.#dice = dice;
    this.#queries = new QueryGenerator(schema, dice);
  }

  /** Generates the `aggs` of a request. */
  tree(depth: number): Made {
    const fields: Fields = this.#schema;
    return this.#level({ fields, isNested: false, isTop: true, depth });
  }

  spoiled(made: Made): Made {
    return this.#queries.spoiled(made);
  }

  query(): Made {
    return this.#queries.query(0);
  }

  below(place: Place): Place {
    return { ...place, isTop: false, depth: place.depth - 1 };
  }

  inside(place: Place): Place {
    return { ...this.below(place), fields: this.#schema.nested.schema, isNested: true };
  }

  outside(place: Place): Place {
    return { ...this.below(place), fields: this.#schema, isNested: false };
  }

  get nestedPath(): string {
    return this.#schema.nested.path;
  }

  pick<T>(from: readonly T[]): T {
    return this.#dice.pick(from);
  }

  int(below: number): number {
    return this.#dice.int(below);
  }

  chance(percent: number): boolean {
    return this.#dice.chance(percent);
  }

  some(options: Made): Made {
    return Object.fromEntries(Object.entries(options).filter(() => this.#dice.chance(25)));
  }

  field(place: Place, fitting: readonly string[]): string {
    return this.pick(this.chance(MISFIT_PERCENT) ? [...place.fields.all, 'nope'] : fitting);
  }

  /** Returns `{...own, aggs}`: a bucket aggregation with its sub-aggregations. */
  with(own: Made, place: Place): Made {
    if (place.depth <= 0 || this.chance(35)) return own;
    const aggs = this.#level(place);
    this.#orderByInner(own, aggs);
    return { ...own, aggs, ...(this.chance(META_PERCENT) ? { meta: { note: [1, 'a'] } } : {}) };
  }

  /** Orders the buckets by a metric inside them. */
  #orderByInner(own: Made, aggs: Made): void {
    const [type = ''] = Object.keys(own);
    const options = own[type];
    const inner = Object.keys(aggs).find((name) => SINGLE.test(name) || STATS.test(name));
    if (!ORDERED.has(type) || inner === undefined || !isObject(options)) return;
    if (!this.chance(ORDER_PERCENT)) return;
    const path = STATS.test(inner) ? `${inner}.${this.pick(['avg', 'max', 'count'])}` : inner;
    const byFigure = { [path]: this.pick(['asc', 'desc']) };
    options.order = this.pick<Json>([byFigure, [byFigure, { _key: 'asc' }]]);
  }

  #level(place: Place): Made {
    const count = this.chance(SEVERAL_PERCENT) ? 2 : 1;
    const made: Made = {};
    for (let i = 0; i < count; i++) {
      const isBucket = place.depth > 0 && this.chance(place.isTop ? 75 : 50);
      const [type, maker] = this.pick(this.#fitting(isBucket ? BUCKETS : METRICS, place));
      made[this.#name(type)] = maker(this, place);
    }
    const [first = ''] = Object.keys(made);
    const isSequence = SEVERAL_BUCKETS.test(first) || this.chance(MISFIT_PERCENT);
    if (place.isTop && isSequence && this.chance(PIPELINE_PERCENT))
      Object.assign(made, this.#sibling(first, made));
    return made;
  }

  #fitting(all: Readonly<Record<string, Maker>>, { isNested, isTop }: Place): [string, Maker][] {
    const fits: Readonly<Record<string, boolean>> = {
      reverse_nested: isNested,
      nested: !isNested,
      children: !isNested,
      parent: !isNested,
      global: isTop,
    };
    return Object.entries(all).filter(([type]) => fits[type] ?? true);
  }

  #name(type: string): string {
    return `${type}_${this.#made++ % 10}`;
  }

  /** Generates a sibling pipeline aggregation over the buckets of the aggregation beside it. */
  #sibling(beside: string, made: Made): Made {
    const around = made[beside];
    const [inner] = Object.keys((isObject(around) && around.aggs) || {});
    const path = this.pick([`${beside}>_count`, `${beside}>${inner ?? '_count'}`]);
    const type = this.pick(SIBLINGS);
    const gap: Made = this.some({
      gap_policy: this.pick(['skip', 'insert_zeros']),
      format: '#.00',
    });
    return { [this.#name(type)]: { [type]: { buckets_path: path, ...gap } } };
  }

  /** Sometimes adds a parent pipeline aggregation, which reads the buckets that it stands in. */
  piped(made: Made): Made {
    if (!this.chance(PIPELINE_PERCENT)) return made;
    const aggs = isObject(made.aggs) ? made.aggs : {};
    const metric = this.pick(['_count', ...Object.keys(aggs).filter((name) => SINGLE.test(name))]);
    const [type, options] = this.pick<[string, Made]>([
      ['derivative', { buckets_path: metric, ...this.some({ unit: '1d', format: '0.0' }) }],
      ['cumulative_sum', { buckets_path: metric }],
      ['serial_diff', { buckets_path: metric, lag: 1 + this.int(3) }],
      [
        'moving_fn',
        { buckets_path: metric, window: 1 + this.int(4), script: this.pick(FUNCTIONS) },
      ],
      [
        'moving_avg',
        {
          buckets_path: metric,
          ...this.some({
            window: 2 + this.int(4),
            model: this.pick(['simple', 'linear', 'ewma', 'holt']),
            predict: 1 + this.int(2),
            gap_policy: this.pick(['skip', 'insert_zeros']),
          }),
        },
      ],
      ['bucket_script', { buckets_path: { m: metric }, script: 'params.m * 2' }],
      ['bucket_selector', { buckets_path: { m: metric }, script: 'params.m > 3' }],
      ['bucket_sort', { sort: [{ [metric]: 'desc' }], ...this.some({ size: 3, from: 1 }) }],
    ]);
    return { ...made, aggs: { ...aggs, [this.#name(type)]: { [type]: options } } };
  }
}

const SEVERAL_BUCKETS =
  /^(?:terms|rare_terms|multi_terms|variable_width_histogram|histogram|date_histogram|range|date_range|filters|adjacency_matrix|geo\w+_grid)_/;

const STATS = /^(?:extended_)?stats_/;
const ORDERED: ReadonlySet<string> = new Set([
  'terms',
  'multi_terms',
  'histogram',
  'date_histogram',
]);
const ORDER_PERCENT = 30;
const META_PERCENT = 8;

const SINGLE = /^(?:avg|sum|min|max|value_count|cardinality)_/;
const FUNCTIONS = ['unweightedAvg', 'max', 'sum'].map((name) => `MovingFunctions.${name}(values)`);

const SIBLINGS: readonly string[] = [
  'avg_bucket',
  'sum_bucket',
  'min_bucket',
  'max_bucket',
  'stats_bucket',
  'extended_stats_bucket',
  'percentiles_bucket',
];
