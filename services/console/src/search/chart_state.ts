/** The open chart of the search page, as it stands in the address. */
export const METRICS = ['count', 'avg', 'sum', 'min', 'max', 'cardinality'] as const;
export type Metric = (typeof METRICS)[number];

export const CHART_KINDS = ['bar', 'line'] as const;
type ChartKind = (typeof CHART_KINDS)[number];

export interface Chart {
  /** The field whose values or times are the chart's groups. */
  readonly by: string;
  readonly metric: Metric;
  /** The metric's field; empty for `count`. */
  readonly of: string;
  readonly kind: ChartKind;
}

/**
 * Reads `bar:avg:bytes:status`. The grouping field comes last and may contain colons. Undefined for
 * no chart.
 */
export function readChart(text: string): Chart | undefined {
  const [kindText, metricText, ofText = '', ...rest] = text.split(':');
  const kind = CHART_KINDS.find((one) => one === kindText);
  const metric = METRICS.find((one) => one === metricText);
  const by = rest.join(':');
  if (kind === undefined || metric === undefined || by === '') return undefined;
  return { kind, metric, of: ofText, by };
}

export function writeChart(chart: Chart | undefined): string {
  return chart === undefined ? '' : `${chart.kind}:${chart.metric}:${chart.of}:${chart.by}`;
}
