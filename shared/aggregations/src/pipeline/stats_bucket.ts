/**
 * `stats_bucket`: count, minimum, maximum, average and sum of a value over the buckets of an
 * aggregation.
 */
import { double, type JsonObject } from '@skein/content';
import { pipelineType } from '../pipeline_type.js';
import { bucketMetric, parsePlainMetric } from './bucket_metric.js';
import type { CommonOptions } from './options.js';
import { type Stats, type StatsPart, statsAt, statsOf } from './stats_values.js';
import { numberMembers } from './value_part.js';

export const stats_bucket = pipelineType<CommonOptions, StatsPart>({
  ...bucketMetric,
  name: 'stats_bucket',
  parse: parsePlainMetric,
  compute: statsOf,
  render: ({ options }, part, owner) => statsMembers(statsAt(part, owner), options.format),
  value: (_node, part, owner, property) => {
    const stats: Readonly<Record<string, number>> = statsAt(part, owner);
    return Object.hasOwn(stats, property) ? stats[property] : undefined;
  },
});

export function statsMembers({ count, ...numbers }: Stats, format: string | undefined): JsonObject {
  if (count === 0) return { count, min: null, max: null, avg: null, sum: double(0) };
  const members = Object.entries(numbers).flatMap(([name, value]) =>
    Object.entries(numberMembers(name, value, format)),
  );
  return { count, ...Object.fromEntries(members) };
}
