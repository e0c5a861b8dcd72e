/**
 * `bucket_correlation`: Pearson's correlation, over all documents of the indicator, of a number
 * that is known for each bucket and of being among the counted documents (1 or 0). It is an
 * aggregation of Elasticsearch; OpenSearch has none like it.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type Draft, doubleOf, into, readFields } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import { pipelineType } from '../pipeline_type.js';
import { bucketMetric, eachValue, parseBucketMetric } from './bucket_metric.js';
import { numberPipeline } from './number_pipeline.js';
import type { CommonOptions } from './options.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

interface Indicator {
  /** The known number of each bucket. */
  readonly expectations: readonly number[];
  /** The share of each bucket in the documents of the indicator; as long as `expectations`. */
  readonly fractions: readonly number[];
  readonly docCount: number;
}

interface CorrelationOptions extends CommonOptions {
  indicator: Indicator | undefined;
}

function numbersOf(json: JsonValue): readonly number[] {
  return (isJsonArray(json) ? json : [json]).map(doubleOf);
}

function required(json: JsonValue, field: string): JsonObject {
  const value = isJsonObject(json) ? json[field] : undefined;
  if (isJsonObject(value)) return value;
  throw illegalArgument(`Required [${field}]`);
}

function indicatorOf(json: JsonValue, { locate }: ParseContext): Indicator {
  const { indicator: _read, ...others } = required(json, 'count_correlation');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw illegalArgument(`[count_correlation] unknown field [${unknown}]`);
  const given = required(required(json, 'count_correlation'), 'indicator');
  const draft: Draft<Indicator, keyof Indicator> = {
    expectations: undefined,
    fractions: undefined,
    docCount: undefined,
  };
  readFields(
    given,
    {
      expectations: into(draft, 'expectations', 'object_array', numbersOf),
      fractions: into(draft, 'fractions', 'object_array', numbersOf),
      doc_count: into(draft, 'docCount', 'number', doubleOf),
    },
    { name: 'indicator', locate },
  );
  const { expectations = [], docCount = 0 } = draft;
  if (expectations.length < 2)
    throw illegalArgument('[expectations] must have at least [2] numbers');
  if (docCount <= 0)
    throw illegalArgument(`[doc_count] must be greater than 0, found [${docCount}]`);
  const fractions = draft.fractions ?? expectations.map(() => 1 / expectations.length);
  if (fractions.length === expectations.length) return { expectations, fractions, docCount };
  throw illegalArgument(
    `[fractions] must have as many numbers as [expectations]: [${fractions.length}] are not [${expectations.length}]`,
  );
}

/** Pearson's correlation, or NaN if one of the two variables is constant. */
function correlation(
  counts: readonly number[],
  { expectations, fractions, docCount }: Indicator,
): number {
  let mean = 0;
  expectations.forEach((value, i) => {
    mean += value * fractions[i];
  });
  let variance = 0;
  let covariance = 0;
  let share = 0;
  expectations.forEach((value, i) => {
    const apart = value - mean;
    const inside = counts[i] / docCount;
    variance += fractions[i] * apart * apart;
    covariance += inside * apart;
    share += inside;
  });
  return covariance / Math.sqrt(variance * share * (1 - share));
}

export const bucket_correlation = pipelineType<CorrelationOptions, ValuePart>({
  ...numberPipeline<CorrelationOptions>(),
  ...bucketMetric,
  name: 'bucket_correlation',
  parse(json, context) {
    const options = parseBucketMetric(json, context, (common) => {
      const own: CorrelationOptions = Object.assign(common, { indicator: undefined });
      const read = (given: JsonValue) => {
        own.indicator = indicatorOf(given, context);
      };
      return { options: own, readers: { object: { function: read } } };
    });
    if (options.indicator === undefined) throw illegalArgument('Required [function]');
    return options;
  },
  compute(node, ground) {
    const { indicator } = node.options;
    const { owners } = ground.level;
    const part = emptyValues(owners);
    if (indicator === undefined) return part;
    const counts = Array.from({ length: owners }, (): number[] => []);
    eachValue(node, ground, (at, value) => void counts[at]?.push(value));
    counts.forEach((own, owner) => {
      if (own.length !== indicator.expectations.length) {
        throw illegalArgument(
          `value lengths do not match; indicator.expectations [${indicator.expectations.length}] and number of buckets [${own.length}]. Unable to calculate correlation`,
        );
      }
      putValue(part, owner, correlation(own, indicator));
    });
    return part;
  },
});
