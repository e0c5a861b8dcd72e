/**
 * A reader of objects that works token by token, as OpenSearch's hand-written parsers do. Each
 * parser knows which options a kind of token may have, and which kinds it expects at all. An option
 * of another kind counts as unknown, and faults inside an option are reported unchanged.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { tokenName } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';

type Token = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';
type Read = (json: never) => void;

/** The known options by kind of token; a kind that is absent is not expected for any option. */
export type TokenReaders = Readonly<Partial<Record<Token, Readonly<Record<string, Read>>>>>;

interface TokenReading {
  readonly context: ParseContext;
  /** True if errors always name the token and the option, as in `*_bucket` aggregations. */
  readonly plain?: boolean;
  /** The error message for an unexpected option, in place of the default one. */
  readonly refusal?: (key: string) => string;
}

export function readTokens(
  json: JsonObject,
  readers: TokenReaders,
  { context, plain = false, refusal }: TokenReading,
): void {
  for (const [key, value = null] of Object.entries(json)) {
    const kind = readers[tokenOf(value)];
    const read = kind !== undefined && Object.hasOwn(kind, key) ? kind[key] : undefined;
    if (read === undefined) {
      const standard = unexpected(key, tokenName(value), { context, plain }, kind !== undefined);
      throw parsing(refusal?.(key) ?? standard, {
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

/** A parsing error with its line and column. */
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
