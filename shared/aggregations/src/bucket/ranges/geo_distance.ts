/** `geo_distance`: buckets by ranges of the distance from a point. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type GeoValue, metersPerUnit } from '@skein/mapping';
import { booleanOf, type Draft, type FieldReaders, into, textOf } from '@skein/reading';
import { haversineFrom, planeFrom } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { CollectScope } from '../../collect/collector.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { readOrigin } from '../../options/distance_origin.js';
import { type DistanceRange, readDistanceRanges } from '../../options/distance_ranges.js';
import { requireRanges } from '../../options/ranges.js';
import { geoSource } from '../../values/geo_source.js';
import type { NumberSource } from '../../values/number_source.js';
import { resolveValues } from '../../values/resolve_values.js';
import { RAW, textOfNumber } from '../../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { rangesAsGiven } from './number_ranges.js';
import { RANGES, RangesCollector, type RangesPart } from './range_buckets.js';

interface DistanceOptions extends ValuesOptions {
  readonly origin: GeoValue;
  readonly ranges: readonly DistanceRange[];
  readonly keyed: boolean;
  /** The length of the unit, in meters. */
  readonly unit: number;
  readonly plane: boolean;
}

function parse(json: JsonObject, context: ParseContext): DistanceOptions {
  const draft: Draft<OwnOptions<DistanceOptions>, 'origin'> = {
    origin: undefined,
    ranges: [],
    keyed: false,
    unit: 1,
    plane: false,
  };
  const origin = (value: JsonValue): void => {
    draft.origin = readOrigin(value);
  };
  const own: FieldReaders = {
    origin,
    point: origin,
    center: origin,
    por: origin,
    ranges: into(draft, 'ranges', 'object_array', readDistanceRanges),
    keyed: into(draft, 'keyed', 'boolean', booleanOf),
    unit: into(draft, 'unit', 'string', (value) => metersPerUnit(textOf(value))),
    distance_type: into(draft, 'plane', 'string', isPlane),
  };
  const values = readValues(json, context, {
    own,
    scripts: false,
    namesScript: true,
    formats: false,
  });
  const { origin: from, ...rest } = draft;
  if (from === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `Aggregation [${context.name}] must define an [origin].`,
    );
  }
  return { ...values, ...rest, origin: from };
}

function isPlane(json: JsonValue): boolean {
  const type = textOf(json).toLowerCase();
  if (type === 'plane' || type === 'arc') return type === 'plane';
  throw new ApiError('illegal_argument_exception', `No geo distance for [${textOf(json)}]`);
}

/** The distances of the points; each point of a document counts. */
function distances(
  source: ReturnType<typeof geoSource>,
  { origin, unit, plane }: DistanceOptions,
): NumberSource {
  const distance = plane ? planeFrom(origin) : haversineFrom(origin);
  return {
    longs: 'none',
    segment(reader) {
      const read = source.segment(reader);
      return (block, into) => {
        const { rows, lats, lons, count } = read(block);
        const own = into.ownRows(count);
        for (let i = 0; i < count; i++) {
          own[i] = rows[i];
          into.values[i] = distance(lats[i], lons[i]) / unit;
        }
        into.count = count;
        into.isSingle = false;
      };
    },
  };
}

function collector(node: AggregationNode<DistanceOptions>, scope: CollectScope): RangesCollector {
  const { options, name } = node;
  requireRanges(options.ranges, name);
  const values = resolveValues(options, scope.shard, {
    type: 'geo_distance',
    kinds: ['geo'],
    standard: 'geo',
  });
  const ranges = options.ranges.map(({ key, from = 0, to = Number.POSITIVE_INFINITY }) => {
    const text = (bound: number, open: number): string =>
      bound === open ? '*' : textOfNumber(bound, RAW);
    return { key: key ?? `${text(from, 0)}-${text(to, Number.POSITIVE_INFINITY)}`, from, to };
  });
  const source = values.kind === 'geo' ? distances(geoSource(values), options) : undefined;
  return new RangesCollector(rangesAsGiven(source, ranges, RAW), node, scope);
}

export const geoDistance = aggregationType<DistanceOptions, RangesPart>({
  ...RANGES,
  scaled: scaledBuckets,
  name: 'geo_distance',
  takesValues: ['geopoint'],
  profileName: 'RangeAggregator',
  parse,
  collector,
});
