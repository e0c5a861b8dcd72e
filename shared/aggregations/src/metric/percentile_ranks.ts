/** `percentile_ranks`: the percentages of the values that are not above the given values. */

import { aggregationType } from '../aggregation_type.js';
import { asSampled } from '../collect/scaled.js';
import { type Digest, rankOf } from '../sketches/digest.js';
import { DigestState, type DigestsPart, reduceDigests } from '../sketches/digest_state.js';
import { hdrRank, refuseNegative } from '../sketches/hdr.js';
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

function rankAt(
  { digests }: Part,
  owner: number,
  { method }: PercentileOptions,
): (value: number) => number {
  const digest = digests[owner] as Digest;
  return method.kind === 'tdigest'
    ? (value) => 100 * rankOf(digest, value)
    : (value) => hdrRank(digest, value, method.digits);
}

export const percentileRanks = aggregationType<PercentileOptions, Part>({
  name: 'percentile_ranks',
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse: (json, context) => readPercentiles(json, context, { name: 'values', standard: [] }),
  needsScores: scriptScores,
  collector({ options }, { shard }) {
    const { source, format } = resolveNumbers(options, shard, 'percentile_ranks', 'values');
    const state = new DigestState(compressionOf(options.method));
    return new NumberCollector(source, {
      reserve: () => state.reserve(),
      add(rows, owners) {
        if (options.method.kind === 'hdr') refuseNegative(rows);
        state.add(rows, owners);
      },
      build: (owners) => ({ ...state.build(owners), format }),
      profile: () => ({ type: `${SKETCH_NAMES[options.method.kind]}PercentileRanksAggregator` }),
    });
  },
  scaled: asSampled,
  reduce: ({ options }, inputs, { owners }) => ({
    ...reduceDigests(inputs, owners, compressionOf(options.method)),
    format: formatOfParts(inputs),
  }),
  render: ({ options }, { part, owner }) =>
    shownValues(options, rankAt(part, owner, options), part.format),
  typeName: ({ options }) => `${options.method.kind}_percentile_ranks`,
  value({ options }, { part, owner }, property) {
    const value = property === '' ? Number.NaN : Number(property);
    return Number.isNaN(value) ? undefined : rankAt(part, owner, options)(value);
  },
});
