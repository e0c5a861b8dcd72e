import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { askJson } from '../api/client.js';
import { language, t } from '../messages/messages.js';
import { Failure } from '../widgets/failure.js';
import { LineChart } from '../widgets/line_chart.js';
import { Meter } from '../widgets/meter.js';
import { Table } from '../widgets/table.js';
import { useAsked } from '../widgets/use_asked.js';
import {
  barPercents,
  type ChartAnswer,
  type ChartPoint,
  chartBody,
  chartFields,
  chartPoints,
  isTimeChart,
  otherCount,
} from './chart.js';
import { CHART_KINDS, type Chart, METRICS } from './chart_state.js';
import { isNumber, timeFieldOf } from './fields.js';
import type { SearchParts } from './query_bar.js';
import { RequestDialog } from './request_dialog.js';
import { encodePath } from './search_session.js';

/** The chart, if it is open. */
export function ChartPanel(parts: SearchParts) {
  const { chart } = parts.state;
  return chart === undefined ? null : <Opened {...parts} chart={chart} />;
}

/** Opens a chart, by time if there is a date field. */
export function ChartButton({ state, fields, change }: SearchParts) {
  const by = timeFieldOf(fields, state.timeField) ?? chartFields(fields)[0];
  if (by === undefined || state.chart !== undefined) return null;
  return (
    <button
      type="button"
      onClick={() => change({ ...state, chart: { by, metric: 'count', of: '', kind: 'bar' } })}
    >
      {t('chart.open')}
    </button>
  );
}

type ChartParts = SearchParts & { readonly chart: Chart };

function Opened(parts: ChartParts) {
  const { state, fields, chart, change } = parts;
  const isRequestShown = useSignal(false);
  const path = `/${encodePath(state.index)}/_search`;
  const body = chartBody(state, fields, chart);
  const { value, error } = useAsked(
    (signal) => askJson<ChartAnswer>({ method: 'POST', path, body, signal }),
    { inputs: [state, fields] },
  );
  return (
    <section class="panel" aria-labelledby="chart">
      <div class="panel-head">
        <h2 id="chart">{t('chart.title')}</h2>
        <div class="buttons">
          <button
            type="button"
            onClick={() => {
              isRequestShown.value = true;
            }}
          >
            {t('chart.request')}
          </button>
          <button type="button" onClick={() => change({ ...state, chart: undefined })}>
            {t('chart.close')}
          </button>
        </div>
      </div>
      <Choices {...parts} />
      {error === undefined ? null : <Failure error={error} />}
      {value === undefined ? null : (
        <Drawn
          points={chartPoints(value, chart)}
          isLine={chart.kind === 'line' && isTimeChart(fields, chart)}
          title={titleOf(chart)}
          others={otherCount(value)}
        />
      )}
      <RequestDialog isOpen={isRequestShown} request={{ method: 'POST', path, body }} />
    </section>
  );
}

function titleOf({ metric, of, by }: Chart): string {
  const what = t(`chart.metric.${metric}`);
  return t('chart.label', { what: metric === 'count' ? what : `${what} ${of}`, by });
}

function Choices({ state, fields, chart, change }: ChartParts) {
  const put = (part: Partial<Chart>) => change({ ...state, chart: { ...chart, ...part } });
  const numbers = fields.filter(isNumber).map(({ name }) => name);
  const measured = chart.metric === 'cardinality' ? chartFields(fields) : numbers;
  const setMetric = (text: string) => {
    const metric = METRICS.find((one) => one === text) ?? 'count';
    const allowed = metric === 'cardinality' ? chartFields(fields) : numbers;
    const of = allowed.includes(chart.of) ? chart.of : (allowed[0] ?? '');
    put({ metric, of: metric === 'count' ? '' : of });
  };
  return (
    <div class="chart-choices">
      <Select
        label={t('chart.metric')}
        value={chart.metric}
        choices={METRICS.filter(
          (metric) => metric === 'count' || metric === 'cardinality' || numbers.length > 0,
        ).map((metric) => [metric, t(`chart.metric.${metric}`)] as const)}
        choose={setMetric}
      />
      {chart.metric === 'count' ? null : (
        <Select
          label={t('chart.of')}
          value={chart.of}
          choices={measured.map((name) => [name, name] as const)}
          choose={(of) => put({ of })}
        />
      )}
      <Select
        label={t('chart.by')}
        value={chart.by}
        choices={chartFields(fields).map((name) => [name, name] as const)}
        choose={(by) => put({ by })}
      />
      {isTimeChart(fields, chart) ? (
        <Select
          label={t('chart.kind')}
          value={chart.kind}
          choices={CHART_KINDS.map((kind) => [kind, t(`chart.kind.${kind}`)] as const)}
          choose={(kind) => put({ kind: kind === 'line' ? 'line' : 'bar' })}
        />
      ) : null}
    </div>
  );
}

function Select({
  label,
  value,
  choices,
  choose,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly choose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label for={id} class="small muted">
        {label}
      </label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DrawnProps {
  readonly points: readonly ChartPoint[];
  readonly isLine: boolean;
  readonly title: string;
  /** The number of documents whose values are not shown. */
  readonly others: number;
}

/** The points as a table. A bar chart has its bars in the table; a line chart stands above it. */
function Drawn({ points, isLine, title, others }: DrawnProps) {
  const percents = barPercents(points);
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 3 });
  const text = (value: number | null) => (value === null ? '–' : number.format(value));
  const rows = points.map(({ label, value }, i) => ({
    key: label,
    head: <span class="value-text">{label}</span>,
    cells: [
      isLine ? (
        text(value)
      ) : (
        <Meter key="bar" percent={percents[i] ?? 0} high={101} text={text(value)} label={label} />
      ),
    ],
  }));
  return (
    <>
      <p id="chart-values">{title}</p>
      {isLine ? (
        <LineChart
          label={title}
          times={points.map(({ atMs }) => (atMs ?? 0) / 1000)}
          values={points.map(({ value }) => value)}
          dates
        />
      ) : null}
      <div class="chart-values">
        <Table
          labelledBy="chart-values"
          columns={[t('chart.value'), t('chart.result')]}
          rows={rows}
        />
      </div>
      {others === 0 ? null : <p class="small muted">{t('chart.others', { count: others })}</p>}
    </>
  );
}
