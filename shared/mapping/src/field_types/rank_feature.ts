/** `rank_feature` and `rank_features`: numbers for scoring, one per field or several by name. */
import { double, float32Text, isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type FeatureFunction,
  type FieldSpec,
  featureQuery,
  featureTerm,
  type Query,
} from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { parseJavaDouble } from './java_number.js';
import { malformedStructure } from './malformed.js';
import { mappedField, shownScalar } from './mapped_field.js';
import { flag, meta } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';

/** Smallest permitted feature value; of a feature with negative impact, of its reciprocal. */
const MIN_NORMAL = 2 ** -126;
const positiveScoreImpact = flag('positive_score_impact', true);

export const rankFeature: FieldTypeDefinition = {
  name: 'rank_feature',
  parameters: [positiveScoreImpact, meta],
  build: (path, values) => ({
    ...featureField(rankFeature, path, values, (spec, add) => (value, sink) => {
      if (sink.has(spec)) {
        throw new ApiError(
          'illegal_argument_exception',
          `[rank_feature] fields do not support indexing multiple values for the same field [${path}] in the same document`,
        );
      }
      const isOther = typeof value === 'object' || typeof value === 'boolean';
      if (isOther && value !== null) throw malformedStructure(value, sink);
      add('', numberOf(value), sink);
    }),
    shownValues: shownScalar((value) => [double(Number(value))]),
  }),
};

export const rankFeatures: FieldTypeDefinition = {
  name: 'rank_features',
  parameters: [positiveScoreImpact, meta],
  build: (path, values) => ({
    ...featureField(rankFeatures, path, values, (_spec, add) => (value, sink) => {
      const seen = new Set<string>();
      for (const [feature, json] of featuresIn(value)) {
        if (seen.has(feature)) throw repeated(`${path}.${feature}`);
        seen.add(feature);
        add(feature, numberOf(json), sink);
      }
    }),
    namesFeatures: true,
    faults: 'own',
    readsStructures: true,
    shownValues: (value) => [value],
    existsQuery: () => {
      throw new ApiError(
        'illegal_argument_exception',
        '[rank_features] fields do not support [exists] queries',
      );
    },
  }),
};

/** The features of an object, or of all objects in a list. */
function* featuresIn(value: JsonValue): Generator<readonly [feature: string, value: JsonValue]> {
  if (isJsonArray(value)) {
    for (const each of value) yield* featuresIn(each);
    return;
  }
  if (!isJsonObject(value)) {
    throw new ApiError(
      'illegal_argument_exception',
      `[rank_features] fields must be json objects, expected a START_OBJECT but got: ${tokenOf(value)}`,
    );
  }
  for (const [feature, json = null] of Object.entries(value)) {
    if (json === null) continue;
    if (typeof json === 'object' || typeof json === 'boolean') {
      throw new ApiError(
        'illegal_argument_exception',
        `[rank_features] fields take hashes that map a feature to a strictly positive float, but got unexpected token ${tokenOf(json)}`,
      );
    }
    yield [feature, json];
  }
}

function repeated(feature: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `[rank_features] fields do not support indexing multiple values for the same rank feature [${feature}] in the same document`,
  );
}

type AddFeature = (feature: string, value: number, sink: FieldSink) => void;

function featureField(
  { name: typeName }: Pick<FieldTypeDefinition, 'name'>,
  path: string,
  values: ParameterValues,
  indexWith: (spec: FieldSpec, add: AddFeature) => MappedField['index'],
): MappedField {
  const spec = fieldSpec(path, { postings: 'docs' });
  const positive = values.flag('positive_score_impact');
  const add: AddFeature = (feature, given, sink) => {
    const value = Math.fround(positive ? given : 1 / given);
    if (!Number.isFinite(value)) throw wrongValue('must be finite', value, { feature, path });
    if (value < MIN_NORMAL) throw tooSmall(value, { feature, path });
    sink.add({ kind: 'term', spec, value: featureTerm(feature, value) });
  };
  const refuseColumns = () => {
    throw new ApiError(
      'illegal_argument_exception',
      `[${typeName}] fields do not support sorting, scripting or aggregating`,
    );
  };
  return mappedField({
    name: path,
    typeName,
    spec,
    aggregatable: false,
    hasTerms: false,
    index: indexWith(spec, add),
    termQuery: () => {
      throw new ApiError(
        'illegal_argument_exception',
        `Queries on [${typeName}] fields are not supported`,
      );
    },
    sortField: refuseColumns,
    docValueFormat: refuseColumns,
    featureQuery: (feature, given): Query => {
      if (!positive && given.kind === 'log') throw wouldBeNegative();
      const name = feature === '' ? path : feature;
      return featureQuery({ field: path, feature, function: given, name });
    },
  });
}

export type { FeatureFunction };

function wouldBeNegative(): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    'Cannot use the [log] function with a field that has a negative score impact as it would trigger negative scores',
  );
}

function numberOf(value: JsonValue): number {
  if (typeof value === 'string') return Math.fround(parseJavaDouble(value));
  return Math.fround(Number(value));
}

interface FeaturePlace {
  /** Empty if the field has only one. */
  readonly feature: string;
  readonly path: string;
}

function tooSmall(value: number, place: FeaturePlace): ApiError {
  const { type, reason } = wrongValue('must be a positive normal float', value, place);
  const least = 'which is less than the minimum positive normal float: 1.17549435E-38';
  return new ApiError(type, `${reason} ${least}`);
}

function wrongValue(rule: string, value: number, { feature, path }: FeaturePlace): ApiError {
  const [field, name] = feature === '' ? ['_feature', path] : [path, feature];
  return new ApiError(
    'illegal_argument_exception',
    `featureValue ${rule}, got: ${float32Text(value)} for feature ${name} on field ${field}`,
  );
}

function tokenOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  if (typeof value === 'string') return 'VALUE_STRING';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return value === null ? 'VALUE_NULL' : 'VALUE_NUMBER';
}
