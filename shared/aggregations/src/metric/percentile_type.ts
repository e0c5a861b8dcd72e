/** The types `percentiles` and `percentile_ranks`: numbers of the distribution of all values. */

import { type AggregationType, aggregationType } from '../aggregation_type.js';
import type { Digest } from '../sketches/digest.js';
import { refuseNegative } from '../sketches/hdr.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { digestMetric, type FormattedDigests } from './digest_metric.js';
import {
  compressionOf,
  type PercentileOptions,
  readPercentiles,
  SKETCH_NAMES,
  shownValues,
} from './percentile_options.js';

interface PercentileType {
  readonly name: 'percentiles' | 'percentile_ranks';
  /** The option that lists the numbers to look up, and its default. */
  readonly listed: Parameters<typeof readPercentiles>[2];
  /** The name in profiles, after that of the sketch. */
  readonly profileName: string;
  /** Looks up a listed number in the distribution. */
  readonly lookUp: (
    digest: Digest,
    method: PercentileOptions['method'],
  ) => (listed: number) => number;
}

export function percentileType({
  name,
  listed,
  profileName,
  lookUp,
}: PercentileType): AggregationType {
  return aggregationType<PercentileOptions, FormattedDigests>({
    name,
    takesValues: NUMBER_KINDS,
    takes: 'none',
    parse: (json, context) => readPercentiles(json, context, listed),
    ...digestMetric<PercentileOptions>({
      compression: ({ method }) => compressionOf(method),
      resolve: (options, shard) => resolveNumbers(options, shard, name, 'values'),
      check({ method }, rows) {
        if (method.kind === 'hdr') refuseNegative(rows);
      },
      profileName: ({ method }) => `${SKETCH_NAMES[method.kind]}${profileName}`,
    }),
    render: ({ options }, { part, owner }) =>
      shownValues(options, lookUp(part.digests[owner], options.method), part.format),
    typeName: ({ options }) => `${options.method.kind}_${name}`,
    value({ options }, { part, owner }, property) {
      const asked = property === '' ? Number.NaN : Number(property);
      if (Number.isNaN(asked)) return undefined;
      return lookUp(part.digests[owner], options.method)(asked);
    },
  });
}
