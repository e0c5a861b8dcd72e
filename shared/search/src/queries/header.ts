/**
 * `boost` and `_name`, which every query takes, and the loop over a query's options. The reference reads a body token by token, and each
 * of its parsers has its own mind about tokens it does not expect: `manners`.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldReaders, type ObjectReading, readFields } from '../request/object_fields.js';
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
 * What takes an option: a function takes text, numbers and booleans; objects and arrays need a taker of their own. `token` takes whatever
 * token comes, brackets too: the last one stays.
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

export interface OptionsOf {
  /** Name of the query, for messages. */
  readonly query: string;
  readonly options: JsonObject;
  readonly context: QueryParseContext;
  /** Absent: `BY_TOKEN`. */
  readonly manners?: Manners;
  /** Thrown when all options have been read. */
  readonly trailing?: ApiError | undefined;
}

/**
 * What becomes of a token that an option has no taker for. `value`: the taker of values gets it, and finds fault with it. `unsupported`:
 * the option is refused by name. `token`: the token is. `skip`: it is passed over, and what is inside it is read in its place. `end`: so it
 * is too, but its closing brace then ends the whole, and what is around it has one too many.
 */
type Manner = 'value' | 'unsupported' | 'token' | 'skip' | 'end';

export interface Manners {
  readonly null: Manner;
  readonly object: Manner;
  readonly array: Manner;
  /** The message for an option nobody takes. */
  readonly unsupported?: (query: string, option: string, json: JsonValue) => string;
  /** The message for a token. */
  readonly token?: (query: string, token: string, option: string) => string;
}

/** Tokens are refused. */
export const BY_TOKEN: Manners = { null: 'token', object: 'token', array: 'token' };
/** Options are refused. */
export const BY_NAME: Manners = {
  null: 'unsupported',
  object: 'unsupported',
  array: 'unsupported',
};
/** Values are. */
export const AS_VALUE: Manners = { null: 'value', object: 'value', array: 'value' };
/** Nothing is seen but values. */
export const BLIND: Manners = { null: 'skip', object: 'skip', array: 'skip' };
/** Of score functions. */
export const OF_FUNCTIONS: Manners = {
  ...BLIND,
  object: 'end',
  unsupported: (query, option) => `${query} query does not support [${option}]`,
};
/** Of most span queries. */
export const OF_SPANS: Manners = { null: 'value', object: 'unsupported', array: 'value' };
/** Readers of what is no query: neither a boost nor a name is among its options. */
export const NO_HEADER: OptionReaders = { boost: {}, _name: {} };

export const LOOSE: Manners = { null: 'skip', object: 'unsupported', array: 'skip' };

/**
 * Reads all options with their readers; `boost` and `_name` are read here. Refuses what has no reader, in the words most queries
 * of the reference use.
 */
export function readOptions(source: OptionsOf, readers: OptionReaders): NodeHeader {
  const header = { boost: 1, name: undefined as string | undefined };
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
  /** Where the value stands. */
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

/** The taker made for the token. */
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

/** What a container holds comes after its opening bracket, as options of the same level. The end of an object then ends the whole. */
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

/** The fields of a query that is read as an object of known fields; `boost` and `_name` are two of them. */
export function readHeader(
  options: JsonObject,
  readers: FieldReaders,
  reading: ObjectReading,
): NodeHeader {
  const header = { boost: 1, name: undefined as string | undefined };
  const boost = (json: JsonValue) => {
    header.boost = boostOf(json);
  };
  const name = (json: JsonValue) => {
    header.name = textOf(json);
  };
  readFields(options, { ...readers, boost: ['number', boost], _name: ['string', name] }, reading);
  return header;
}

/** As `readHeader`, for the queries that tell their faults of form as a fault of parsing. */
export function readPlainHeader(
  options: JsonObject,
  readers: FieldReaders,
  { name, context }: { readonly name: string; readonly context: QueryParseContext },
): NodeHeader {
  try {
    return readHeader(options, readers, { name, locate: context.locate });
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.type !== 'x_content_parse_exception') throw thrown;
    throw parsingError(context, thrown.reason, options, thrown);
  }
}
