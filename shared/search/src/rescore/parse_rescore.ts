/**
 * Parses `rescore`: the best hits of each shard are scored again with another query. It is one
 * rescorer or a list, applied in order.
 */

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Draft } from '../queries/into_draft.js';
import { floatOf, integerOf, isScalar, textOf, tokenName } from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import { type BodyLocator, placeMetadata } from '../request/body_location.js';
import { type FieldReaders, into, readFields } from '../request/object_fields.js';
import { RESCORE_MODES, type Rescore, type RescoreMode } from './rescore.js';

const DEFAULT_WINDOW = 10;

interface Reading {
  readonly locate: BodyLocator;
  readonly parse: (query: JsonValue) => QueryNode;
}

export function parseRescore(json: JsonValue, reading: Reading): readonly Rescore[] {
  if (!isJsonArray(json)) return [parseOne(json, reading)];
  return json.map((each) => parseOne(each, reading));
}

function parseOne(json: JsonValue, reading: Reading): Rescore {
  if (!isJsonObject(json))
    throw placed(`unexpected token [${tokenName(json)}] after [null]`, json, reading);
  let windowSize = DEFAULT_WINDOW;
  let rescore: Rescore | undefined;
  for (const [key, value = null] of Object.entries(json)) {
    if (isJsonObject(value)) rescore = parseQueryRescorer(key, value, reading);
    else if (key === 'window_size' && isScalar(value)) windowSize = windowOf(value);
    else if (!isScalar(value)) {
      throw placed(`unexpected token [${tokenName(value)}] after [${key}]`, json, reading);
    } else throw placed(`rescore doesn't support [${key}]`, json, reading);
  }
  if (!rescore) throw placed('missing rescore type', json, reading);
  return { ...rescore, windowSize };
}

function windowOf(json: JsonValue): number {
  const size = integerOf(json);
  if (size >= 0) return size;
  throw new ApiError(
    'illegal_argument_exception',
    `[window_size] cannot be negative, found [${size}]`,
  );
}

function parseQueryRescorer(name: string, json: JsonObject, reading: Reading): Rescore {
  if (name !== 'query') {
    const reason = `${prefix(json, reading)}unknown field [${name}]`;
    throw new ApiError('named_object_not_found_exception', reason);
  }
  const draft: Draft<Omit<Rescore, 'windowSize'>, 'query'> = {
    query: undefined,
    queryWeight: 1,
    rescoreQueryWeight: 1,
    mode: 'total',
  };
  const readers: FieldReaders = {
    rescore_query: into(draft, 'query', 'object', reading.parse),
    query_weight: into(draft, 'queryWeight', 'number', floatOf),
    rescore_query_weight: into(draft, 'rescoreQueryWeight', 'number', floatOf),
    score_mode: into(draft, 'mode', 'string', modeOf),
  };
  readFields(json, readers, { name: 'query', locate: reading.locate });
  const { query } = draft;
  if (!query) throw new ApiError('illegal_argument_exception', 'rescore_query cannot be null');
  return { ...draft, query, windowSize: DEFAULT_WINDOW };
}

function modeOf(json: JsonValue): RescoreMode {
  const text = textOf(json);
  const mode = RESCORE_MODES.find((each) => each === text.toLowerCase());
  if (mode) return mode;
  throw new ApiError('illegal_argument_exception', `illegal score_mode [${text}]`);
}

function prefix(at: JsonValue, { locate }: Reading): string {
  const location = locate(at);
  return location ? `[${location.line}:${location.column}] ` : '';
}

function placed(reason: string, at: JsonValue, { locate }: Reading): ApiError {
  const location = locate(at);
  const metadata = placeMetadata(location);
  return new ApiError('parsing_exception', reason, { metadata });
}
