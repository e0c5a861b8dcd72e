/** `geo_centroid`: the mean of all points. */
import { double } from '@skein/content';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType, type Scaling } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import { CompensatedSums } from '../collect/compensated_sums.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, grownDoubles } from '../collect/growable.js';
import { scaledCounts } from '../collect/scaled.js';
import { type GeoSource, pointsOf } from '../values/geo_source.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { bucketsOf, pick } from './number_collector.js';
import { reduceSums, type SumsPart } from './sums.js';

interface CentroidPart {
  readonly lats: SumsPart;
  readonly lons: SumsPart;
}

class CentroidCollector implements Collector<CentroidPart> {
  readonly #source: GeoSource | undefined;
  readonly #lats = new CompensatedSums();
  readonly #lons = new CompensatedSums();
  #counts: Doubles = new Float64Array(0);
  #read: ReturnType<GeoSource['segment']> | undefined;

  constructor({ options }: AggregationNode<ValuesOptions>, { shard }: CollectScope) {
    this.#source = pointsOf(options, shard, 'geo_centroid');
  }

  segment(reader: Parameters<Collector['segment']>[0]): void {
    this.#read = this.#source?.segment(reader);
  }

  collect(block: DocBlock): void {
    const found = this.#read?.(block);
    if (found === undefined) return;
    const buckets = bucketsOf(block);
    this.#lats.reserve(buckets);
    this.#lons.reserve(buckets);
    this.#counts = grownDoubles(this.#counts, buckets);
    const { rows, lats, lons, count } = found;
    for (let i = 0; i < count; i++) {
      const owner = block.owners[rows[i]];
      this.#lats.add(owner, lats[i]);
      this.#lons.add(owner, lons[i]);
      this.#counts[owner] = this.#counts[owner] + 1;
    }
  }

  build(owners: Uint32Array): CentroidPart {
    const counts = pick(this.#counts, owners);
    const sums = ({ values, deltas }: CompensatedSums): SumsPart => ({
      sums: pick(values, owners),
      deltas: pick(deltas, owners),
      counts,
    });
    return { lats: sums(this.#lats), lons: sums(this.#lons) };
  }
}

/** Scales the count, and the sums with it, so that the mean stays the same. */
function sameMean({ sums, deltas, counts }: SumsPart, scaling: Scaling): SumsPart {
  const scaled = scaledCounts(counts, scaling);
  const times = (value: number, owner: number): number =>
    counts[owner] === 0 ? 0 : value * (scaled[owner] / counts[owner]);
  return { sums: sums.map(times), deltas: deltas.map(times), counts: scaled };
}

export const geoCentroid = aggregationType<ValuesOptions, CentroidPart>({
  name: 'geo_centroid',
  takesValues: ['geopoint'],
  takes: 'none',
  isOrderable: false,
  parse: (json, context) =>
    readValues(json, context, { scripts: false, namesScript: true, formats: false }),
  collector: (node, scope) => new CentroidCollector(node, scope),
  scaled: (_node, { lats, lons }, scaling) => ({
    lats: sameMean(lats, scaling),
    lons: sameMean(lons, scaling),
  }),
  reduce: (_node, inputs, { owners }) => ({
    lats: reduceSums(
      inputs.map(({ part, map }) => ({ part: part.lats, map })),
      owners,
    ),
    lons: reduceSums(
      inputs.map(({ part, map }) => ({ part: part.lons, map })),
      owners,
    ),
  }),
  render(_node, { part: { lats, lons }, owner }) {
    const count = lats.counts[owner];
    if (count === 0) return { count };
    const lat = lats.sums[owner] / count;
    const lon = lons.sums[owner] / count;
    return { location: { lat: double(lat), lon: double(lon) }, count };
  },
  value(_node, { part: { lats, lons }, owner }, property) {
    const count = lats.counts[owner];
    if (property === 'count') return count;
    if (property === 'lat') return lats.sums[owner] / count;
    return property === 'lon' ? lons.sums[owner] / count : undefined;
  },
});
