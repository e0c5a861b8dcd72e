/** `percentiles`: the values below which the given percentages of all values lie. */
import { aggregationType } from '../aggregation_type.js';
import { asSampled } from '../collect/scaled.js';
import type { Digest } from '../sketches/digest.js';
import { quantile } from '../sketches/digest.js';
import { DigestState, type DigestsPart, reduceDigests } from '../sketches/digest_state.js';
import { hdrQuantile, refuseNegative } from '../sketches/hdr.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { NumberCollector } from './number_collector.js';
import { type FormattedPart, formatOfParts } from './part_format.js';
import {
  compressionOf,
  type PercentileOptions,
  readPercentiles,
  SKETCH_NAMES,
  shownValues,
} from './percentile_options.js';
import { scriptScores } from './script_scores.js';

type Part = DigestsPart & FormattedPart;

const STANDARD = [1, 5, 25, 50, 75, 95, 99] as const;

function valueAt(
  { digests }: Part,
  owner: number,
  { method }: PercentileOptions,
): (percent: number) => number {
  const digest = digests[owner] as Digest;
  return method.kind === 'tdigest'
    ? (percent) => quantile(digest, percent / 100)
    : (percent) => hdrQuantile(digest, percent / 100, method.digits);
}

export const percentiles = aggregationType<PercentileOptions, Part>({
  name: 'percentiles',
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse: (json, context) =>
    readPercentiles(json, context, { name: 'percents', standard: STANDARD }),
  needsScores: scriptScores,
  collector({ options }, { shard }) {
    const { source, format } = resolveNumbers(options, shard, 'percentiles', 'values');
    const state = new DigestState(compressionOf(options.method));
    return new NumberCollector(source, {
      reserve: () => state.reserve(),
      add(rows, owners) {
        if (options.method.kind === 'hdr') refuseNegative(rows);
        state.add(rows, owners);
      },
      build: (owners) => ({ ...state.build(owners), format }),
      profile: () => ({ type: `${SKETCH_NAMES[options.method.kind]}PercentilesAggregator` }),
    });
  },
  scaled: asSampled,
  reduce: ({ options }, inputs, { owners }) => ({
    ...reduceDigests(inputs, owners, compressionOf(options.method)),
    format: formatOfParts(inputs),
  }),
  render: ({ options }, { part, owner }) =>
    shownValues(options, valueAt(part, owner, options), part.format),
  typeName: ({ options }) => `${options.method.kind}_percentiles`,
  value({ options }, { part, owner }, property) {
    const percent = property === '' ? Number.NaN : Number(property);
    return Number.isNaN(percent) ? undefined : valueAt(part, owner, options)(percent);
  },
});
