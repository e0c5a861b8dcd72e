/** The common part of metrics that keep a digest of the values of each bucket. */
import type { AggregationType } from '../aggregation_type.js';
import type { CollectScope } from '../collect/collector.js';
import { asSampled } from '../collect/scaled.js';
import { DigestState, type DigestsPart, reduceDigests } from '../sketches/digest_state.js';
import type { NumberRows } from '../values/number_rows.js';
import type { NumberSource } from '../values/number_source.js';
import type { ValueFormat } from '../values/value_format.js';
import type { ValuesOptions } from '../values/values_options.js';
import { NumberCollector } from './number_collector.js';
import { type FormattedPart, formatOfParts } from './part_format.js';
import { scriptScores } from './script_scores.js';

export type FormattedDigests = DigestsPart & FormattedPart;

interface DigestMetric<O extends ValuesOptions> {
  readonly compression: (options: O) => number;
  readonly resolve: (
    options: O,
    shard: CollectScope['shard'],
  ) => { readonly source: NumberSource; readonly format: ValueFormat };
  /** Throws if the values cannot be kept with the options. */
  readonly check?: (options: O, rows: NumberRows) => void;
  readonly profileName?: (options: O) => string;
}

/** The members of the type that collect and reduce. */
export function digestMetric<O extends ValuesOptions>({
  compression,
  resolve,
  check,
  profileName,
}: DigestMetric<O>): Pick<
  AggregationType<O, FormattedDigests>,
  'needsScores' | 'collector' | 'scaled' | 'reduce'
> {
  return {
    needsScores: scriptScores,
    collector({ options }, { shard }) {
      const { source, format } = resolve(options, shard);
      const state = new DigestState(compression(options));
      const type = profileName?.(options);
      return new NumberCollector(source, {
        reserve: () => state.reserve(),
        add(rows, owners) {
          check?.(options, rows);
          state.add(rows, owners);
        },
        build: (owners) => ({ ...state.build(owners), format }),
        ...(type !== undefined && { profile: () => ({ type }) }),
      });
    },
    scaled: asSampled,
    reduce: ({ options }, inputs, { owners }) => ({
      ...reduceDigests(inputs, owners, compression(options)),
      format: formatOfParts(inputs),
    }),
  };
}
