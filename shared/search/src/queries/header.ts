/**
 * `boost` and `_name`, which every query accepts, and the loop over a query's options. OpenSearch
 * reads a body token by token, and its parsers differ in how they treat unexpected tokens:
 * `manners` describes this.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { type ApiError, asApiError } from '@skein/errors';
import { type FieldReaders, type ObjectReading, readFields } from '../request/object_fields.js';
import type { Draft } from './into_draft.js';
import {
  boostOf,
  floatOf,
  isScalar,
  textOf,
  tokenName,
  type ValuePlace,
  withPlace,
} from './options.js';
import type { NodeHeader } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';

type Read = (value: JsonValue) => void;

/**
 * The readers of an option: a function accepts text, numbers and booleans; objects and arrays need
 * a reader of their own. `token` accepts any token, brackets too: the last one counts.
 */
export type OptionReader = Read | Takers;

interface Takers {
  readonly value?: Read;
  readonly object?: (value: JsonObject) => void;
  readonly array?: (value: readonly JsonValue[]) => void;
  readonly null?: (value: null) => void;
  readonly token?: Read;
}

export type OptionReaders = Readonly<Record<string, OptionReader>>;

interface OptionsOf {
  /** The name of the query, for messages. */
  readonly query: string;
  readonly options: JsonObject;
  readonly context: QueryParseContext;
  /** `BY_TOKEN` if absent. */
  readonly manners?: Manners;
  /** An error that is thrown after all options have been read. */
  readonly trailing?: ApiError | undefined;
}

/**
 * The treatment of a token for which an option has no reader. `value`: it is passed to the reader
 * of values, which refuses it. `unsupported`: the option is refused by name. `token`: the token is
 * refused. `skip`: it is skipped, and its contents are read in its place. `end`: like `skip`, but
 * its closing brace then ends the query, so that the enclosing object has one brace too many.
 */
type Manner = 'value' | 'unsupported' | 'token' | 'skip' | 'end';

export interface Manners {
  readonly null: Manner;
  readonly object: Manner;
  readonly array: Manner;
  /** The message for an unknown option. */
  readonly unsupported?: (query: string, option: string, json: JsonValue) => string;
  /** The message for an unexpected token. */
  readonly token?: (query: string, token: string, option: string) => string;
}

/** Refuses unexpected tokens by their name. */
export const BY_TOKEN: Manners = { null: 'token', object: 'token', array: 'token' };
/** Refuses the option by its name. */
export const BY_NAME: Manners = {
  null: 'unsupported',
  object: 'unsupported',
  array: 'unsupported',
};
/** Refuses the token as an invalid value. */
export const AS_VALUE: Manners = { null: 'value', object: 'value', array: 'value' };
/** Skips all tokens that are not values. */
export const BLIND: Manners = { null: 'skip', object: 'skip', array: 'skip' };
/** The manners of score functions. */
export const OF_FUNCTIONS: Manners = {
  ...BLIND,
  object: 'end',
  unsupported: (query, option) => `${query} query does not support [${option}]`,
};
/** The manners of queries on geographic points. */
export const OF_GEO: Manners = {
  ...BLIND,
  unsupported: (query, option) => `failed to parse [${query}] query. unexpected field [${option}]`,
};
/** The manners of most span queries. */
export const OF_SPANS: Manners = { null: 'value', object: 'unsupported', array: 'value' };
/** Readers for objects that are not queries: `boost` and `_name` are not among their options. */
export const NO_HEADER: OptionReaders = { boost: {}, _name: {} };

export const LOOSE: Manners = { null: 'skip', object: 'unsupported', array: 'skip' };

/**
 * Reads all options with their readers, and `boost` and `_name` itself. Refuses options without a
 * reader, with the message of most OpenSearch queries.
 */
export function readOptions(source: OptionsOf, readers: OptionReaders): NodeHeader {
  const header: Draft<NodeHeader> = { boost: 1, name: undefined };
  const all: OptionReaders = {
    boost: (json) => {
      header.boost = floatOf(json);
    },
    _name: (json) => {
      header.name = textOf(json);
    },
    ...readers,
  };
  for (const [option, value = null] of Object.entries(source.options)) {
    readOption({ ...source, readers: all, inside: source.options, key: option }, option, value);
  }
  if (source.trailing) throw source.trailing;
  return header;
}

interface Reading extends OptionsOf {
  readonly readers: OptionReaders;
  /** The object or array that contains the value. */
  readonly inside: JsonValue;
  readonly key: string | number;
}

function readOption(reading: Reading, option: string, json: JsonValue): void {
  const { readers, context, inside, key } = reading;
  const reader = Object.hasOwn(readers, option) ? readers[option] : undefined;
  const takers = typeof reader === 'function' ? { value: reader } : (reader ?? {});
  if (takers.token) readTokens(reading, option, json, takers.token);
  else {
    const manner = isScalar(json) ? 'value' : mannerOf(reading, json);
    const take = takerOf(takers, json) ?? (manner === 'value' ? takers.value : undefined);
    if (take) takeAt(take, json, { locate: context.locate, inside, key });
    else refuseOrSkip(reading, [option, json], manner);
  }
}

function takeAt(take: Read, json: JsonValue, place: ValuePlace): void {
  try {
    take(json);
  } catch (thrown) {
    throw withPlace(thrown, place);
  }
}

/** Selects the reader for the token. */
function takerOf({ object, array, null: none }: Takers, json: JsonValue): Read | undefined {
  if (isJsonObject(json)) return object && (() => object(json));
  if (isJsonArray(json)) return array && (() => array(json));
  return json === null && none ? () => none(json) : undefined;
}

function refuseOrSkip(
  reading: Reading,
  [option, json]: readonly [option: string, json: JsonValue],
  manner: Manner,
): void {
  if (manner === 'token') throw tokenError(reading, option, json);
  if (manner === 'end') throw endError(reading, json);
  if (manner !== 'skip') throw unsupportedError(reading, option, json);
  for (const [index, inner] of isJsonArray(json) ? json.entries() : []) {
    readOption({ ...reading, inside: json, key: index }, option, inner);
  }
}

function endError(reading: Reading, json: JsonValue): ApiError {
  for (const [key, inner = null] of isJsonObject(json) ? Object.entries(json) : []) {
    readOption({ ...reading, inside: json, key }, key, inner);
  }
  const reason = 'Unexpected token [END_OBJECT] found after the main object.';
  return parsingError(reading.context, reason, json);
}

/**
 * The contents of a container follow its opening bracket as options of the same level. The end of
 * an object then ends the query.
 */
function readTokens(reading: Reading, option: string, json: JsonValue, take: Read): void {
  if (isJsonArray(json)) {
    take('[');
    for (const [key, inner] of json.entries()) {
      readOption({ ...reading, inside: json, key }, option, inner);
    }
    take(']');
  } else if (isJsonObject(json)) {
    take('{');
    throw endError(reading, json);
  } else take(json);
}

function mannerOf({ manners = BY_TOKEN }: Reading, json: JsonValue): Manner {
  if (json === null) return manners.null;
  return isJsonArray(json) ? manners.array : manners.object;
}

function unsupportedError(
  { query, context, options, manners = BY_TOKEN }: Reading,
  option: string,
  json: JsonValue,
): ApiError {
  const { unsupported = notSupported } = manners;
  return parsingError(context, unsupported(query, option, json), options);
}

export function notSupported(query: string, option: string): string {
  return `[${query}] query does not support [${option}]`;
}

function tokenError(
  { query, context, options, manners = BY_TOKEN }: Reading,
  option: string,
  json: JsonValue,
): ApiError {
  const { token = unknownToken } = manners;
  const reason = token(query, tokenName(json), option);
  return parsingError(context, reason, json === null ? options : json);
}

function unknownToken(query: string, token: string, option: string): string {
  return `[${query}] unknown token [${token}] after [${option}]`;
}

/** Reads a query as an object of known fields, including `boost` and `_name`. */
export function readHeader(
  options: JsonObject,
  readers: FieldReaders,
  reading: ObjectReading,
): NodeHeader {
  const header: Draft<NodeHeader> = { boost: 1, name: undefined };
  const boost = (json: JsonValue) => {
    header.boost = boostOf(json);
  };
  const name = (json: JsonValue) => {
    header.name = textOf(json);
  };
  readFields(options, { ...readers, boost: ['number', boost], _name: ['string', name] }, reading);
  return header;
}

/** Like `readHeader`, for queries that report malformed options as a parsing error. */
export function readPlainHeader(
  options: JsonObject,
  readers: FieldReaders,
  { name, context }: { readonly name: string; readonly context: QueryParseContext },
): NodeHeader {
  try {
    return readHeader(options, readers, { name, locate: context.locate });
  } catch (thrown) {
    const cause = asApiError(thrown);
    throw parsingError(context, cause.reason, options, cause);
  }
}
