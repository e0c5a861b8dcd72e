/** `percentile_ranks`: the percentages of the values that are not above the given values. */
import { rankOf } from '../sketches/digest.js';
import { hdrRank } from '../sketches/hdr.js';
import { percentileType } from './percentile_type.js';

export const percentileRanks = percentileType({
  name: 'percentile_ranks',
  listed: { name: 'values', standard: [] },
  profileName: 'PercentileRanksAggregator',
  lookUp: (digest, method) =>
    method.kind === 'tdigest'
      ? (value) => 100 * rankOf(digest, value)
      : (value) => hdrRank(digest, value, method.digits),
});
