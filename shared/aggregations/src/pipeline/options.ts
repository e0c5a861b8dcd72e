/**
 * How pipelines read their options. OpenSearch reads most of them token by token: each knows some options a kind of token, and which kinds it expects at all; `Options`
 * says so as a table. The others are objects of known fields (`readFields` of `reading`).
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldReaders, readFields, textOf, tokenName } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import { type BucketPath, parseBucketPath } from './bucket_path.js';
import { type GapPolicy, gapPolicyOf } from './gap_policy.js';

type Token = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';
type Read = (json: never) => void;

/** By kind of token the options that may be one; a kind that is left out is not expected anywhere. */
export type TokenReaders = Readonly<Partial<Record<Token, Readonly<Record<string, Read>>>>>;

export interface TokenReading {
  readonly context: ParseContext;
  /** Every unexpected option is told with its token and its name, as `*_bucket` aggregations do. */
  readonly plain?: boolean;
}

export function readTokens(
  json: JsonObject,
  readers: TokenReaders,
  { context, plain = false }: TokenReading,
): void {
  for (const [key, value = null] of Object.entries(json)) {
    const kind = readers[tokenOf(value)];
    const read = kind !== undefined && Object.hasOwn(kind, key) ? kind[key] : undefined;
    if (read === undefined) {
      throw parsing(unexpected(key, tokenName(value), { context, plain }, kind !== undefined), {
        context,
        inside: json,
        key,
      });
    }
    withPlace({ context, inside: json, key }, () => read(value as never));
  }
}

function unexpected(
  key: string,
  token: string,
  { context: { name }, plain }: TokenReading,
  isKnownKind: boolean,
): string {
  if (plain) return `Unexpected token ${token} [${key}] in [${name}]`;
  if (isKnownKind) return `Unknown key for a ${token} in [${name}]: [${key}].`;
  return `Unexpected token ${token} in [${name}].`;
}

function tokenOf(json: JsonValue): Token {
  if (json === null) return 'null';
  if (isJsonArray(json)) return 'array';
  if (isJsonObject(json)) return 'object';
  if (typeof json === 'string') return 'string';
  return typeof json === 'boolean' ? 'boolean' : 'number';
}

interface OptionPlace {
  readonly context: ParseContext;
  readonly inside: JsonObject;
  readonly key?: string;
}

/** A fault of form, with its line and column. */
export function parsing(
  reason: string,
  { context, inside, key }: OptionPlace,
  cause?: ApiError,
): ApiError {
  const place = key === undefined ? context.locate(inside) : context.locate(inside, key);
  return new ApiError('parsing_exception', reason, {
    metadata: place ? { line: place.line, col: place.column } : {},
    ...(cause ? { cause } : {}),
  });
}

function withPlace(place: OptionPlace, read: () => void): void {
  try {
    read();
  } catch (thrown) {
    const isPlain = thrown instanceof ApiError && thrown.type === 'parsing_exception';
    if (isPlain && thrown.metadata.line === undefined)
      throw parsing(thrown.reason, place, thrown.cause as ApiError);
    throw thrown;
  }
}

/** Options that nearly every pipeline has. */
export interface CommonOptions {
  paths: readonly BucketPath[];
  gapPolicy: GapPolicy;
  /** A pattern of a decimal number. */
  format: string | undefined;
}

export function commonOptions(): CommonOptions {
  return { paths: [], gapPolicy: 'skip', format: undefined };
}

/** `buckets_path` of a name or a list of them, `format` and `gap_policy` as text. */
export function commonReaders(options: CommonOptions) {
  return {
    string: {
      buckets_path: (text: string) => {
        options.paths = [parseBucketPath(text)];
      },
      format: (text: string) => {
        options.format = text;
      },
      gap_policy: (text: string) => {
        options.gapPolicy = gapPolicyOf(text);
      },
    },
    array: {
      buckets_path: (texts: readonly JsonValue[]) => {
        options.paths = texts.map((text) => parseBucketPath(textOf(text)));
      },
    },
  };
}

/** The same for objects of known fields. */
export function commonFields(options: CommonOptions): FieldReaders {
  return {
    buckets_path: [
      'string_array',
      (json) => {
        const texts = isJsonArray(json) ? json : [json];
        options.paths = texts.map((text) => parseBucketPath(textOf(text)));
      },
    ],
    format: [
      'string',
      (json) => {
        options.format = textOf(json);
      },
    ],
    gap_policy: [
      'string',
      (json) => {
        options.gapPolicy = gapPolicyOf(json);
      },
    ],
  };
}

/** `buckets_path` and `format` as objects of known fields: of pipelines that ask for no gap policy. */
export function fieldsWithoutGaps(options: CommonOptions): FieldReaders {
  const { gap_policy: _unknown, ...fields } = commonFields(options);
  return fields;
}

/** The options of a pipeline that has no others. */
export function readPathAndFormat(json: JsonObject, context: ParseContext): CommonOptions {
  const options = commonOptions();
  readObject(json, fieldsWithoutGaps(options), { context, required: ['buckets_path'] });
  return options;
}

export function requirePaths(
  { paths }: CommonOptions,
  json: JsonObject,
  { context, kind }: { readonly context: ParseContext; readonly kind: string },
): void {
  if (paths.length > 0) return;
  const of = kind === '' ? 'aggregation' : `${kind} aggregation`;
  const reason = `Missing required field [buckets_path] for ${of} [${context.name}]`;
  throw parsing(reason, { context, inside: json });
}

/** Reads an object of known fields; those of `required` must be there. */
export function readObject(
  json: JsonObject,
  readers: FieldReaders,
  { context, required }: { readonly context: ParseContext; readonly required: readonly string[] },
): void {
  readFields(json, readers, { name: context.type, locate: context.locate });
  const missing = required.filter((field) => !Object.hasOwn(json, field));
  if (missing.length === 0) return;
  throw new ApiError('illegal_argument_exception', `Required [${missing.join(', ')}]`);
}
