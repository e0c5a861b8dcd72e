/** `geo_point`: a point on the globe. */
import { doubleText, isJsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkLatitude, checkLongitude } from '../geo_shape/check_coordinate.js';
import { normalizePoint } from '../geo_shape/normalize_point.js';
import { nameUnindexed, storeValue } from './field_names_spec.js';
import { fieldSpec, searchedColumn } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { geoPointJson } from './geo_point_json.js';
import {
  formatGeoValue,
  type GeoValue,
  isCoordinatePair,
  parseGeoValue,
  quantize,
} from './geo_value.js';
import { geohashOf, MAX_GEOHASH_LENGTH } from './geohash.js';
import { geometryMembers, pointParameters } from './geometry_field.js';
import { mappedField, requireDocValues } from './mapped_field.js';

export const geoPoint: FieldTypeDefinition = {
  name: 'geo_point',
  derivable: true,
  runtime: true,
  plainParameters: true,
  parameters: pointParameters(nullPoint),
  build: (path, values) => {
    const column = searchedColumn(values, 'geo');
    const spec = fieldSpec(path, { column, points: values.flag('index') });
    const lenient = values.flag('ignore_malformed');
    const ignoreZ = values.flag('ignore_z_value');
    const stored = values.flag('store');
    const parse = (value: JsonValue): GeoValue =>
      onGlobe(parseGeoValue(value, ignoreZ), path, lenient);
    const addPoint = (value: JsonValue, sink: FieldSink): void => {
      const point = parse(value);
      if (stored) storeValue(spec, formatGeoValue(point.lat, point.lon), sink);
      else nameUnindexed(spec, sink);
      const { lat, lon } = quantize(point);
      if (spec.column !== 'none') sink.add({ kind: 'geo', spec, lat, lon });
    };
    const add = (value: JsonValue, sink: FieldSink): void => {
      if (isJsonArray(value) && !isCoordinatePair(value)) {
        for (const point of value) if (point !== null) addPoint(point, sink);
      } else {
        addPoint(value, sink);
      }
    };
    const fallback = values.get('null_value');
    return mappedField({
      name: path,
      typeName: 'geo_point',
      spec,
      ...geometryMembers(path, values, add),
      readsStructures: true,
      aggregatable: values.flag('doc_values'),
      values: { kind: 'point' },
      takesFormat: true,
      nullValue: fallback === null ? undefined : fallback,
      sortField(this: MappedField) {
        requireDocValues(this);
        throw new ApiError(
          'illegal_argument_exception',
          "can't sort on geo_point field without using specific sorting feature, like geo_distance",
        );
      },
      multiFieldValues: (value) => geohashesOf(value, ignoreZ),
      docValueFormat: () => null,
      shownValues: (value, { format }) =>
        validPoint(() => parse(value)).map((point) => geoPointJson(point, format)),
    });
  },
};

/** Multi-fields get the geohash of a point. */
function geohashesOf(value: JsonValue, ignoreZ: boolean): readonly JsonValue[] {
  const isList = isJsonArray(value) && !isCoordinatePair(value);
  return (isList ? value : [value]).flatMap((one) => {
    if (one === null) return [];
    return validPoint(() => parseGeoValue(one, ignoreZ)).map((point) =>
      geohashOf(point, MAX_GEOHASH_LENGTH),
    );
  });
}

/** No point if it is invalid: the field reported or ignored that when it was indexed. */
function validPoint(parse: () => GeoValue): readonly GeoValue[] {
  try {
    return [parse()];
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** The value of `null_value`, which mappings show as an object in whatever form it was given. */
function nullPoint(value: JsonValue): JsonValue {
  if (value === null) return null;
  const { lat, lon } = parseGeoValue(value, true);
  return { lat, lon };
}

function onGlobe(point: GeoValue, path: string, lenient: boolean): GeoValue {
  const wrongLat = !(point.lat >= -90 && point.lat <= 90);
  const wrongLon = !(point.lon >= -180 && point.lon <= 180);
  if (!wrongLat && !wrongLon) return point;
  const finite = Number.isFinite(point.lat) && Number.isFinite(point.lon);
  if (lenient && finite) return normalizePoint(point);
  if (Number.isNaN(point.lat)) checkLatitude(point.lat);
  if (Number.isNaN(point.lon)) checkLongitude(point.lon);
  const called = wrongLat ? 'latitude' : 'longitude';
  const value = wrongLat ? point.lat : point.lon;
  throw new ApiError(
    'illegal_argument_exception',
    `illegal ${called} value [${doubleText(value)}] for ${path}`,
  );
}
