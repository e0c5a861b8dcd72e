/** Which chart is open on the search page, as it stands in the address. */
export const METRICS = ['count', 'avg', 'sum', 'min', 'max', 'cardinality'] as const;
export type Metric = (typeof METRICS)[number];

export const CHART_KINDS = ['bar', 'line'] as const;
type ChartKind = (typeof CHART_KINDS)[number];

export interface Chart {
  /** Field whose values, or whose times, are side by side. */
  readonly by: string;
  readonly metric: Metric;
  /** Field of the metric; empty for `count`. */
  readonly of: string;
  readonly kind: ChartKind;
}

/**
 * `bar:avg:bytes:status`; the field it is by comes last and may have colons. `undefined`: there is
 * none.
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
