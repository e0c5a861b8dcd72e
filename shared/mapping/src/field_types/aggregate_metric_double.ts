/**
 * Elasticsearch's `aggregate_metric_double`: pre-aggregated numbers in one object. Each metric has
 * its own column; queries, sorts and scripts use that of `default_metric`, aggregations the
 * corresponding one.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { existsQuery, type FieldSpec } from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { forgiving, unexpectedToken } from './malformed.js';
import { mappedField } from './mapped_field.js';
import { floatDisplay, integerDisplay } from './number_display.js';
import { DOUBLE, INTEGER } from './number_kind.js';
import { floatQueries, integerQueries } from './number_queries.js';
import { ignoreMalformed, meta, type Parameter, text } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import type { Metric } from './value_kind.js';

const TYPE = 'aggregate_metric_double';
/** In display order. */
const METRICS: readonly Metric[] = ['min', 'max', 'sum', 'value_count'];
const MOST_COUNTED = 2 ** 31 - 1;

const metricsParameter: Parameter = {
  name: 'metrics',
  default: [],
  updatable: false,
  parse: (value) => {
    const named = (isJsonArray(value) ? value : [value]).map(metricNamed);
    return METRICS.filter((metric) => named.includes(metric));
  },
};

const defaultMetric: Parameter = {
  ...text('default_metric', null),
  defaultFrom: (values) => {
    const metrics = metricsIn(values);
    return metrics.length === 1 ? (metrics[0] ?? null) : null;
  },
  parse: (value) => metricNamed(value),
  showAlso: () => true,
};

const timeSeriesMetric: Parameter = {
  ...text('time_series_metric', null),
  parse: (value) => {
    if (value === 'gauge') return value;
    throw new ApiError(
      'mapper_parsing_exception',
      `Unknown value [${String(value)}] for field [time_series_metric] - accepted values are [gauge]`,
    );
  },
};

function metricsIn(values: ParameterValues): readonly Metric[] {
  const given = values.get('metrics');
  return isJsonArray(given) ? METRICS.filter((metric) => given.includes(metric)) : [];
}

function metricNamed(value: JsonValue): Metric {
  const found = METRICS.find((metric) => metric === value);
  if (found !== undefined) return found;
  throw illegalArgument(`Metric [${String(value)}] is not supported.`);
}

export const aggregateMetricDouble: FieldTypeDefinition = {
  name: TYPE,
  parameters: [ignoreMalformed, metricsParameter, defaultMetric, meta, timeSeriesMetric],
  build: (path, values) => {
    const { metrics, standard } = metricsOf(path, values);
    const specs = new Map(metrics.map((metric) => [metric, specOf(path, metric)]));
    const spec = specs.get(standard) ?? specOf(path, standard);
    const add = (value: JsonValue, sink: FieldSink): void => {
      const read = readMetrics(value, { path, metrics, sink, spec });
      for (const [metric, of] of specs)
        sink.add({ kind: 'number', spec: of, value: Number(read[metric]) });
    };
    const isCount = standard === 'value_count';
    const display = isCount
      ? integerDisplay(INTEGER, spec.name, spec)
      : floatDisplay(DOUBLE, spec.name, spec);
    return mappedField({
      name: path,
      typeName: TYPE,
      spec,
      indexOrder: 'never',
      takesWords: false,
      index: values.flag('ignore_malformed') ? forgiving(path, add) : add,
      ...(isCount ? integerQueries(INTEGER, spec) : floatQueries(DOUBLE, spec)),
      ...display,
      values: {
        kind: 'number',
        width: isCount ? 'int' : 'double',
        step: 1,
        metrics: (metric) => specs.get(metric)?.name,
      },
      existsQuery: () => existsQuery(spec.name),
      shownValues: (value) => [value],
    });
  },
};

function metricsOf(path: string, values: ParameterValues) {
  const leaf = path.slice(path.lastIndexOf('.') + 1);
  const metrics = metricsIn(values);
  if (metrics.length === 0)
    throw illegalArgument(`Property [metrics] is required for field [${leaf}].`);
  const named = values.text('default_metric');
  const standard = METRICS.find((metric) => metric === named);
  if (standard === undefined) {
    throw illegalArgument(`Property [default_metric] is required for field [${leaf}].`);
  }
  if (!metrics.includes(standard)) {
    throw illegalArgument(
      `Default metric [${standard}] is not defined in the metrics of field [${leaf}].`,
    );
  }
  return { metrics, standard };
}

/** As in Elasticsearch, counts have only a column. */
function specOf(path: string, metric: Metric): FieldSpec {
  const isCount = metric === 'value_count';
  return fieldSpec(`${path}.${metric}`, {
    column: isCount ? 'long' : 'double',
    points: !isCount,
  });
}

interface Reading {
  readonly path: string;
  readonly metrics: readonly Metric[];
  readonly sink: FieldSink;
  readonly spec: FieldSpec;
}

type Read = Partial<Record<Metric, number>>;

function readMetrics(value: JsonValue, { path, metrics, sink, spec }: Reading): Read {
  if (!isJsonObject(value)) throw illegalArgument(unexpectedToken('START_OBJECT', value));
  const read = numbersOf(value, path, metrics);
  const { min, max, value_count: count } = read;
  if (min !== undefined && max !== undefined && max < min) {
    throw illegalArgument(
      `Aggregate metric field [${path}] max value cannot be smaller than min value`,
    );
  }
  if (count !== undefined && count < 0) {
    throw illegalArgument(
      `Aggregate metric [value_count] of field [${path}] cannot be a negative number`,
    );
  }
  if (Object.keys(read).length !== metrics.length) {
    const all = metrics.join(', ');
    throw illegalArgument(`Aggregate metric field [${path}] must contain all metrics [${all}]`);
  }
  if (sink.has(spec)) {
    throw illegalArgument(
      `Field [${path.slice(path.lastIndexOf('.') + 1)}] of type [${TYPE}] does not support indexing multiple values for the same field in the same document`,
    );
  }
  return read;
}

function numbersOf(json: JsonObject, path: string, metrics: readonly Metric[]): Read {
  const read: Read = {};
  for (const [name, value] of Object.entries(json)) {
    const metric = METRICS.find((known) => known === name);
    if (metric === undefined) throw illegalArgument(`No enum constant Metric.${name}`);
    if (!metrics.includes(metric)) {
      throw illegalArgument(
        `Aggregate metric [${name}] does not exist in the mapping of field [${path}]`,
      );
    }
    if (typeof value !== 'number' && typeof value !== 'bigint') {
      throw illegalArgument(unexpectedToken('VALUE_NUMBER', value ?? null));
    }
    if (metric === 'value_count') checkCount(value);
    read[metric] = Number(value);
  }
  return read;
}

function checkCount(value: number | bigint): void {
  const say = (what: string): ApiError =>
    illegalArgument(`failed to parse [value_count] sub field: ${what}`);
  if (typeof value === 'number' && !Number.isInteger(value)) {
    throw say(`${value} cannot be converted to Integer without data loss`);
  }
  if (value > MOST_COUNTED) throw say(`Value [${value}] is out of range for an integer`);
}
