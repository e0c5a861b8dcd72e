/** Reads `contexts` of a completion suggestion according to the mapping. */
import { utf8 } from '@skein/bytes';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type CompletionContext,
  contextNamed,
  geohashCell,
  geohashLevels,
  geohashNeighbours,
  geohashOf,
  MAX_GEOHASH_LENGTH,
  metersOf,
  parseGeoValue,
  typedContext,
} from '@skein/mapping';
import type { QueriedContext } from '@skein/search_library';
import { booleanOf, doubleOf, integerOf, isScalar, textOf } from '../../queries/options.js';
import { nowhere } from '../../request/body_location.js';
import { type Draft, into, readFields } from '../../request/object_fields.js';
import { illegal } from '../suggestion_options.js';

interface AskedContext {
  readonly context: string;
  readonly boost: number;
  readonly isPrefix: boolean;
}

/** The contexts in the form of keys; empty if the request names none. */
export function queriedContexts(
  json: JsonObject | undefined,
  contexts: readonly CompletionContext[],
): readonly QueriedContext[] {
  const asked = new Map<string, readonly AskedContext[]>();
  for (const [name, value = null] of Object.entries(json ?? {})) {
    asked.set(name, askedOf(contextNamed(contexts, name), value));
  }
  return contexts.flatMap(({ name }, number) =>
    (asked.get(name) ?? []).map(({ context, boost, isPrefix }) => ({
      context: utf8(typedContext(number, context)),
      boost,
      isPrefix,
    })),
  );
}

function askedOf(context: CompletionContext, value: JsonValue): readonly AskedContext[] {
  const read = context.type === 'GEO' ? placesAround : category;
  return (isJsonArray(value) ? value : [value]).flatMap((one) => read(one, context));
}

function boostOf(json: JsonValue): number {
  const boost = integerOf(json);
  if (boost <= 0) throw illegal('boost must be greater than 0');
  return boost;
}

function category(value: JsonValue): readonly AskedContext[] {
  if (isScalar(value)) return [{ context: textOf(value), boost: 1, isPrefix: false }];
  if (!isJsonObject(value)) {
    const reason = 'category context must be an object, string, number or boolean';
    throw new ApiError('x_content_parse_exception', reason);
  }
  const asked: Draft<AskedContext, 'context'> = { context: undefined, boost: 1, isPrefix: false };
  try {
    readFields(
      value,
      {
        context: into(asked, 'context', 'value', textOf),
        boost: into(asked, 'boost', 'number', boostOf),
        prefix: into(asked, 'isPrefix', 'boolean', booleanOf),
      },
      { name: 'category', locate: nowhere },
    );
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const reason = 'category context must be a string, number or boolean';
    throw new ApiError('x_content_parse_exception', reason);
  }
  const { context, ...others } = asked;
  if (context === undefined) throw nullPointer('category must not be null');
  return [{ context, ...others }];
}

function nullPointer(reason: string): ApiError {
  return new ApiError('null_pointer_exception', reason);
}

interface AskedPlace {
  place: { readonly lat: number; readonly lon: number } | undefined;
  lat: number | undefined;
  lon: number | undefined;
  boost: number;
  precision: number;
  /** Lengths of geohashes whose neighbours are included. */
  neighbours: readonly number[];
}

function placesAround(
  value: JsonValue,
  { precision: indexed }: CompletionContext,
): readonly AskedContext[] {
  const { place, boost, precision, neighbours } = askedPlace(value);
  const length = Math.min(indexed, precision);
  const hash = geohashOf(place, length);
  const hashes = new Set([hash]);
  const whole = hash.length === indexed ? [hash.length] : [];
  const shorter = neighbours.filter((each) => each < hash.length);
  const lengths = neighbours.length > 0 ? shorter : whole;
  for (const each of lengths) {
    const around = hash.slice(0, each);
    for (const one of [around, ...geohashNeighbours(around)]) hashes.add(one);
  }
  return [...hashes].map((context) => ({ context, boost, isPrefix: context.length < indexed }));
}

function askedPlace(value: JsonValue): AskedPlace & { place: NonNullable<AskedPlace['place']> } {
  const asked: AskedPlace = {
    place: undefined,
    lat: undefined,
    lon: undefined,
    boost: 1,
    precision: MAX_GEOHASH_LENGTH,
    neighbours: [],
  };
  if (typeof value === 'string') asked.place = geohashCell(value).low;
  else if (isJsonObject(value)) readPlace(value, asked);
  else throw new ApiError('parse_exception', 'geo context must be an object or string');
  const { place = pointOf(asked), ...others } = asked;
  if (place === undefined) throw nullPointer('geoPoint must not be null');
  return { ...others, place };
}

function pointOf({ lat, lon }: AskedPlace): AskedPlace['place'] {
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}

function readPlace(json: JsonObject, asked: AskedPlace): void {
  readFields(
    json,
    {
      context: into(asked, 'place', 'object', (one) => parseGeoValue(one)),
      boost: into(asked, 'boost', 'number', boostOf),
      precision: into(asked, 'precision', 'number', (one) => lengthOf(one, 'precision')),
      neighbours: into(asked, 'neighbours', 'value_object_array', (many) =>
        (isJsonArray(many) ? many : [many]).map((one) => lengthOf(one, 'neighbour value')),
      ),
      lat: into(asked, 'lat', 'number', doubleOf),
      lon: into(asked, 'lon', 'number', doubleOf),
    },
    { name: 'geo', locate: nowhere },
  );
}

/**
 * A geohash length, or a distance that is turned into the length whose cells are about as large.
 */
function lengthOf(json: JsonValue, name: string): number {
  const isDistance = typeof json === 'string' && !/^[+-]?\d+$/.test(json);
  const length = isDistance ? geohashLevels(metersOf(json)) : integerOf(json);
  if (length >= 1 && length <= MAX_GEOHASH_LENGTH) return length;
  throw illegal(`${name} must be between 1 and ${MAX_GEOHASH_LENGTH}`);
}
