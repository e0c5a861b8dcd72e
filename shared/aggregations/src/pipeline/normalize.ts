/**
 * `normalize`: the values of all buckets, converted to one scale. It is an aggregation of
 * Elasticsearch; OpenSearch has none like it.
 */
import { extentOf } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/reading';
import { pipelineType } from '../pipeline_type.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, commonOptions, fieldsWithoutGaps, readObject } from './options.js';
import { parentBuckets } from './parent_buckets.js';
import { requirePathAlongSequence } from './surroundings.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

type Scale = (value: number) => number;
/** Makes the conversion from the existing values, of which there is at least one. */
type Method = (values: readonly number[]) => Scale;

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['rescale_0_1', (values) => rescale(values, 1)],
  ['rescale_0_100', (values) => rescale(values, 100)],
  [
    'percent_of_sum',
    (values) => {
      const total = sum(values);
      return (value) => value / total;
    },
  ],
  [
    'mean',
    (values) => {
      const average = sum(values) / values.length;
      const { least, greatest } = extentOf(values);
      return (value) => (value - average) / (greatest - least);
    },
  ],
  [
    'z-score',
    (values) => {
      const average = sum(values) / values.length;
      const variance = sum(values.map((value) => (value - average) ** 2)) / values.length;
      return (value) => (value - average) / Math.sqrt(variance);
    },
  ],
  [
    'softmax',
    (values) => {
      const total = sum(values.map(Math.exp));
      return (value) => Math.exp(value) / total;
    },
  ],
]);

interface NormalizeOptions extends CommonOptions {
  method: string;
}

export const normalize = pipelineType<NormalizeOptions, ValuePart>({
  ...numberPipeline<NormalizeOptions>(),
  name: 'normalize',
  parse(json, context) {
    const options: NormalizeOptions = { ...commonOptions(), method: '' };
    const method = [
      'string' as const,
      (given: JsonValue) => {
        options.method = textOf(given);
        if (METHODS.has(options.method)) return;
        throw new ApiError('illegal_argument_exception', `invalid method [${options.method}]`);
      },
    ] as const;
    readObject(
      json,
      { ...fieldsWithoutGaps(options), method },
      { context, required: ['buckets_path', 'method'] },
    );
    return options;
  },
  check: requirePathAlongSequence,
  compute({ options }, ground) {
    const buckets = parentBuckets(ground);
    const part = emptyValues(buckets.count);
    const [path] = options.paths;
    const method = METHODS.get(options.method);
    if (path === undefined || method === undefined) return part;
    buckets.eachOwner((own) => {
      const values = Array.from(own, (bucket) => buckets.value(bucket, path, 'skip') ?? Number.NaN);
      const known = values.filter((value) => !Number.isNaN(value));
      const scale = known.length === 0 ? undefined : method(known);
      values.forEach((value, i) => {
        const scaled = Number.isNaN(value) ? value : (scale?.(value) ?? value);
        putValue(part, own[i], scaled);
      });
    });
    return part;
  },
});

function rescale(values: readonly number[], most: number): Scale {
  const { least, greatest } = extentOf(values);
  const width = greatest - least;
  return (value) => (most * (value - least)) / width;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
