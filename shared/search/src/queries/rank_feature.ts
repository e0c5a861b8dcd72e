/** `rank_feature`: documents scored by a number made for it. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FeatureFunction, Query } from '@skein/search_library';
import { readingField } from './failed_field.js';
import { readOptions } from './header.js';
import { unmappedFieldQuery } from './match_options.js';
import { floatOf, textOf } from './options.js';
import type { QueryType } from './query_node.js';
import { placePrefix, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

const FUNCTIONS = ['log', 'saturation', 'sigmoid', 'linear'] as const;
type FunctionName = (typeof FUNCTIONS)[number];

export const rank_feature: QueryType = {
  name: 'rank_feature',
  parse(body, context) {
    const { field, ...rest } = body;
    for (const key of Object.keys(rest)) checkKey(key, body, context);
    const names = FUNCTIONS.filter((name) => rest[name] !== undefined);
    if (names.length > 1) throw moreThanOne();
    const [name] = names;
    const given = name ? readFunction(name, rest[name] ?? null, context) : SATURATION;
    const header = readOptions(
      { query: 'rank_feature', options: rest, context },
      Object.fromEntries(FUNCTIONS.map((each) => [each, () => undefined])),
    );
    if (field === undefined) throw missing('field');
    const path = textOf(field);
    return { ...header, toQuery: (shard) => bindFeature(path, given, shard) };
  },
};

const SATURATION: FeatureFunction = { kind: 'saturation', pivot: undefined };
const KEYS: ReadonlySet<string> = new Set([...FUNCTIONS, 'boost', '_name']);

function checkKey(key: string, body: JsonObject, context: QueryParseContext): void {
  if (KEYS.has(key)) return;
  const reason = `${placePrefix(context, body)}[feature] unknown field [${key}]`;
  throw new ApiError('x_content_parse_exception', reason);
}

function readFunction(
  name: FunctionName,
  json: JsonValue,
  context: QueryParseContext,
): FeatureFunction {
  const options = isJsonObject(json) ? json : {};
  return readingField({ query: 'feature', field: name, json }, context, () =>
    functionOf(name, options),
  );
}

function functionOf(name: FunctionName, options: JsonObject): FeatureFunction {
  const number = (key: string): number => {
    const value = options[key];
    if (value === undefined) throw missing(key);
    return floatOf(value);
  };
  switch (name) {
    case 'saturation':
      return { kind: name, pivot: options.pivot === undefined ? undefined : number('pivot') };
    case 'log':
      return { kind: name, scalingFactor: number('scaling_factor') };
    case 'sigmoid':
      return { kind: name, pivot: number('pivot'), exponent: number('exponent') };
    case 'linear':
      return { kind: name };
  }
}

function missing(key: string): ApiError {
  return new ApiError('illegal_argument_exception', `Required [${key}]`);
}

function moreThanOne(): ApiError {
  const cause = new ApiError(
    'illegal_argument_exception',
    'Can only specify one of [log], [saturation], [sigmoid] and [linear]',
  );
  const reason = 'Failed to build [feature] after last required field arrived';
  return new ApiError('x_content_parse_exception', reason, { cause });
}

/** A path is a field, or a feature of the field above it. */
function bindFeature(path: string, given: FeatureFunction, shard: QueryShardContext): Query {
  const { mapping } = shard;
  const own = mapping.field(path);
  const dot = path.lastIndexOf('.');
  const parent = own || dot < 0 ? undefined : mapping.field(path.slice(0, dot));
  const field = own ?? (parent?.typeName === 'rank_features' ? parent : undefined);
  if (!field) return unmappedFieldQuery(path);
  if (!field.featureQuery || (own && own.typeName === 'rank_features')) {
    throw new ApiError(
      'illegal_argument_exception',
      `[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields, not [${field.typeName}]`,
    );
  }
  checkFunction(given);
  return field.featureQuery(own ? '' : path.slice(dot + 1), given);
}

function checkFunction(given: FeatureFunction): void {
  const tooSmall = (name: string, least: string, value: number) =>
    new ApiError(
      'illegal_argument_exception',
      `${name} must be ${least}, got: ${Number.isInteger(value) ? value.toFixed(1) : value}`,
    );
  if (given.kind === 'log' && given.scalingFactor < 1) {
    throw tooSmall('scalingFactor', '>= 1', given.scalingFactor);
  }
  if (given.kind === 'saturation' && given.pivot !== undefined && given.pivot <= 0) {
    throw tooSmall('pivot', '> 0', given.pivot);
  }
  if (given.kind === 'sigmoid' && given.pivot <= 0) throw tooSmall('pivot', '> 0', given.pivot);
  if (given.kind === 'sigmoid' && given.exponent <= 0) throw tooSmall('exp', '> 0', given.exponent);
}
