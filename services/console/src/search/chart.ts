/**
 * A chart of the search's documents: a count, or a metric of a field, by another field's values or
 * by time. This file makes the request and reads the points to draw.
 */
import type { JsonObject } from '../json/exact_json.js';
import type { Chart } from './chart_state.js';
import { countableField, type FieldInfo, isDate } from './fields.js';
import { queryOf } from './search_request.js';
import type { SearchState } from './search_state.js';

const TIME_BUCKETS = 40;
const VALUES = 20;

/** The fields by which a chart can group: dates, and fields whose values can be counted. */
export function chartFields(fields: readonly FieldInfo[]): readonly string[] {
  return fields
    .filter(({ name }) => countableField(fields, name) !== undefined)
    .map(({ name }) => name);
}

export function chartBody(
  state: SearchState,
  fields: readonly FieldInfo[],
  chart: Chart,
): JsonObject {
  const { name } = countableField(fields, chart.by) ?? { name: chart.by };
  const isTime = isTimeChart(fields, chart);
  const buckets = isTime
    ? { auto_date_histogram: { field: name, buckets: TIME_BUCKETS } }
    : { terms: { field: name, size: VALUES } };
  const of = countableField(fields, chart.of)?.name ?? chart.of;
  return {
    size: 0,
    track_total_hits: true,
    query: queryOf(state, fields),
    aggs: {
      chart: {
        ...buckets,
        ...(chart.metric === 'count'
          ? {}
          : { aggs: { metric: { [chart.metric]: { field: of } } } }),
      },
    },
  };
}

export function isTimeChart(fields: readonly FieldInfo[], { by }: Chart): boolean {
  const field = fields.find(({ name }) => name === by);
  return field !== undefined && isDate(field);
}

export interface ChartAnswer {
  readonly aggregations: {
    readonly chart: {
      readonly buckets: readonly {
        readonly key: string | number | bigint;
        readonly key_as_string?: string;
        readonly doc_count: number;
        readonly metric?: { readonly value: number | null };
      }[];
      readonly sum_other_doc_count?: number;
    };
  };
}

export interface ChartPoint {
  readonly label: string;
  /** The key if it is a number; in a chart by time, milliseconds since the epoch. */
  readonly atMs: number | undefined;
  /** Null when no document of the bucket has a value. */
  readonly value: number | null;
}

export function chartPoints(answer: ChartAnswer, chart: Chart): readonly ChartPoint[] {
  return answer.aggregations.chart.buckets.map(({ key, key_as_string, doc_count, metric }) => ({
    label: key_as_string ?? String(key),
    atMs: typeof key === 'number' ? key : undefined,
    value: chart.metric === 'count' ? doc_count : (metric?.value ?? null),
  }));
}

/** The lengths of the bars in percent; negative values have length 0. */
export function barPercents(points: readonly ChartPoint[]): readonly number[] {
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0));
  return points.map(({ value }) => (most === 0 ? 0 : Math.max(0, (100 * (value ?? 0)) / most)));
}

/** The number of documents with values beyond the shown ones. */
export function otherCount({ aggregations }: ChartAnswer): number {
  return aggregations.chart.sum_other_doc_count ?? 0;
}
