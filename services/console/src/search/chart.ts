/**
 * A chart of what is searched: a count or a metric of a field, by the values of another one or by
 * time; as a request, and as what is drawn.
 */
import type { JsonObject } from '../json/exact_json.js';
import type { Chart } from './chart_state.js';
import { countableField, type FieldInfo, isDate } from './fields.js';
import { queryOf } from './search_request.js';
import type { SearchState } from './search_state.js';

const TIME_BUCKETS = 40;
const VALUES = 20;

/** What can be drawn side by side: times, and values that can be counted. */
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
  /** Of a time, milliseconds. */
  readonly atMs: number | undefined;
  /** `null`: no document has a value to compute it of. */
  readonly value: number | null;
}

export function chartPoints(answer: ChartAnswer, chart: Chart): readonly ChartPoint[] {
  return answer.aggregations.chart.buckets.map(({ key, key_as_string, doc_count, metric }) => ({
    label: key_as_string ?? String(key),
    atMs: typeof key === 'number' ? key : undefined,
    value: chart.metric === 'count' ? doc_count : (metric?.value ?? null),
  }));
}

/** How long the bars are, in percent: none is shorter than nothing. */
export function barPercents(points: readonly ChartPoint[]): readonly number[] {
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0));
  return points.map(({ value }) => (most === 0 ? 0 : Math.max(0, (100 * (value ?? 0)) / most)));
}

/** Of the answer, for whoever wants it beside the chart. */
export function otherCount({ aggregations }: ChartAnswer): number {
  return aggregations.chart.sum_other_doc_count ?? 0;
}
