/** The types `percentiles` and `percentile_ranks`: numbers of the distribution of all values. */
import { type AggregationType, aggregationType } from '../aggregation_type.js';
import { asSampled } from '../collect/scaled.js';
import type { Digest } from '../sketches/digest.js';
import { DigestState, type DigestsPart, reduceDigests } from '../sketches/digest_state.js';
import { refuseNegative } from '../sketches/hdr.js';
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
  return aggregationType<PercentileOptions, Part>({
    name,
    takesValues: NUMBER_KINDS,
    takes: 'none',
    parse: (json, context) => readPercentiles(json, context, listed),
    needsScores: scriptScores,
    collector({ options }, { shard }) {
      const { source, format } = resolveNumbers(options, shard, name, 'values');
      const state = new DigestState(compressionOf(options.method));
      return new NumberCollector(source, {
        reserve: () => state.reserve(),
        add(rows, owners) {
          if (options.method.kind === 'hdr') refuseNegative(rows);
          state.add(rows, owners);
        },
        build: (owners) => ({ ...state.build(owners), format }),
        profile: () => ({ type: `${SKETCH_NAMES[options.method.kind]}${profileName}` }),
      });
    },
    scaled: asSampled,
    reduce: ({ options }, inputs, { owners }) => ({
      ...reduceDigests(inputs, owners, compressionOf(options.method)),
      format: formatOfParts(inputs),
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
