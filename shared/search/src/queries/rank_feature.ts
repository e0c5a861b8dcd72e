/** `rank_feature`: documents scored by a numeric feature. */

import { float32Text, type JsonObject, type JsonValue, objectOf } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FeatureFunction, matchNoneQuery, type Query } from '@skein/search_library';
import type { BodyLocator } from '../request/body_location.js';
import { type FieldReader, type FieldReaders, readFields } from '../request/object_fields.js';
import { readHeader } from './header.js';
import { floatOf, textOf } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';

const FUNCTIONS = ['log', 'saturation', 'sigmoid', 'linear'] as const;
type FunctionName = (typeof FUNCTIONS)[number];

interface Params {
  readonly path: string;
  readonly given: FeatureFunction;
}

export const rank_feature: QueryType<Params> = {
  name: 'rank_feature',
  parse(body, context) {
    let path: string | undefined;
    const given: FeatureFunction[] = [];
    const { locate } = context;
    const field = (json: JsonValue) => {
      path = textOf(json);
    };
    const functions = FUNCTIONS.map((name): [string, FieldReader] => [
      name,
      ['object', (json) => given.push(functionOf(name, objectOf(json), locate))],
    ]);
    const readers: FieldReaders = { field: ['string', field], ...Object.fromEntries(functions) };
    const header = readHeader(body, readers, { name: 'feature', locate });
    if (path === undefined) throw missing('field');
    if (given.length > 1) throw moreThanOne();
    const wanted: string = path;
    const [chosen = SATURATION] = given;
    return { ...header, params: { path: wanted, given: chosen } };
  },
  ...LEAF,
  needs: () => HEAVY,
  bind: ({ path, given }, shard) => bindFeature(path, given, shard),
};

const SATURATION: FeatureFunction = { kind: 'saturation', pivot: undefined };
const PARAMETERS: Readonly<Record<FunctionName, readonly string[]>> = {
  log: ['scaling_factor'],
  saturation: ['pivot'],
  sigmoid: ['pivot', 'exponent'],
  linear: [],
};

function functionOf(name: FunctionName, json: JsonObject, locate: BodyLocator): FeatureFunction {
  const read = new Map<string, number>();
  const readers = PARAMETERS[name].map((key): [string, FieldReader] => [
    key,
    ['number', (value) => void read.set(key, floatOf(value))],
  ]);
  readFields(json, Object.fromEntries(readers), { name, locate });
  const absent = PARAMETERS[name].filter((key) => !read.has(key));
  if (name !== 'saturation' && absent.length > 0) throw missing(absent.join(', '));
  const given = (key: string): number => read.get(key) ?? Number.NaN;
  switch (name) {
    case 'saturation':
      return { kind: name, pivot: read.get('pivot') };
    case 'log':
      return { kind: name, scalingFactor: given('scaling_factor') };
    case 'sigmoid':
      return { kind: name, pivot: given('pivot'), exponent: given('exponent') };
    case 'linear':
      return { kind: name };
  }
}

function missing(keys: string): ApiError {
  return new ApiError('illegal_argument_exception', `Required [${keys}]`);
}

function moreThanOne(): ApiError {
  const cause = new ApiError(
    'illegal_argument_exception',
    'Can only specify one of [log], [saturation], [sigmoid] and [linear]',
  );
  const reason = 'Failed to build [feature] after last required field arrived';
  return new ApiError('x_content_parse_exception', reason, { cause });
}

/** A path is a field, or a feature of its parent field. */
function bindFeature(path: string, given: FeatureFunction, shard: QueryShardContext): Query {
  const { mapping } = shard;
  const own = mapping.field(path);
  const dot = path.lastIndexOf('.');
  const parent = own || dot < 0 ? undefined : mapping.field(path.slice(0, dot));
  const field = own ?? (parent?.namesFeatures ? parent : undefined);
  if (!field) return matchNoneQuery('');
  if (!field.featureQuery || own?.namesFeatures) {
    throw new ApiError(
      'illegal_argument_exception',
      `[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields, not [${field.typeName}]`,
    );
  }
  checkFunction(given);
  return field.featureQuery(own ? '' : path.slice(dot + 1), given);
}

/** Also refuses parameters that are infinite or no numbers: the scores would be no numbers. */
function checkFunction(given: FeatureFunction): void {
  switch (given.kind) {
    case 'log':
      checkParameter('scalingFactor', '>= 1', given.scalingFactor, given.scalingFactor >= 1);
      return;
    case 'saturation':
      if (given.pivot !== undefined) checkPositive('pivot', given.pivot);
      return;
    case 'sigmoid':
      checkPositive('pivot', given.pivot);
      checkPositive('exp', given.exponent);
      return;
    case 'linear':
  }
}

function checkPositive(name: string, value: number): void {
  checkParameter(name, '> 0', value, value > 0);
}

function checkParameter(name: string, limit: string, value: number, isWithin: boolean): void {
  if (isWithin && Number.isFinite(value)) return;
  const reason = `${name} must be ${limit}, got: ${float32Text(value)}`;
  throw new ApiError('illegal_argument_exception', reason);
}
