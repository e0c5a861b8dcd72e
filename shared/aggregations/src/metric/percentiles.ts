/** `percentiles`: the values below which the given percentages of all values lie. */
import { quantile } from '../sketches/digest.js';
import { hdrQuantile } from '../sketches/hdr.js';
import { percentileType } from './percentile_type.js';

export const percentiles = percentileType({
  name: 'percentiles',
  listed: { name: 'percents', standard: [1, 5, 25, 50, 75, 95, 99] },
  profileName: 'PercentilesAggregator',
  lookUp: (digest, method) =>
    method.kind === 'tdigest'
      ? (percent) => quantile(digest, percent / 100)
      : (percent) => hdrQuantile(digest, percent / 100, method.digits),
});
