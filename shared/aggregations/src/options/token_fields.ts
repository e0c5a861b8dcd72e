/**
 * A reader of objects that works token by token, as OpenSearch's hand-written parsers do. Each
 * parser knows which options a kind of token may have, and which kinds it expects at all. An option
 * of another kind counts as unknown, and faults inside an option are reported unchanged.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { placeMetadata, tokenName } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';

type Readers<T extends JsonValue> = Readonly<Record<string, (json: T) => void>>;

/** The known options by kind of token; a kind that is absent is not expected for any option. */
export interface TokenReaders {
  readonly string?: Readers<string>;
  readonly number?: Readers<Exclude<JsonValue, string | boolean | JsonArray | JsonObject | null>>;
  readonly boolean?: Readers<boolean>;
  readonly array?: Readers<JsonArray>;
  readonly object?: Readers<JsonObject>;
  readonly null?: Readers<null>;
}

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
    const { isKnownKind, read } = optionOf(readers, key, value);
    if (read === undefined) {
      const standard = unexpected(key, tokenName(value), { context, plain }, isKnownKind);
      throw parsing(refusal?.(key) ?? standard, {
        context,
        inside: json,
        key,
      });
    }
    withPlace({ context, inside: json, key }, read);
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

interface Option {
  /** True if any option may have a token of this kind. */
  readonly isKnownKind: boolean;
  /** Reads the value; `undefined` if the option is unknown for this kind of token. */
  readonly read: (() => void) | undefined;
}

function optionOf(readers: TokenReaders, key: string, json: JsonValue): Option {
  if (json === null) return optionAmong(readers.null, key, json);
  if (isJsonArray(json)) return optionAmong(readers.array, key, json);
  if (isJsonObject(json)) return optionAmong(readers.object, key, json);
  if (typeof json === 'string') return optionAmong(readers.string, key, json);
  if (typeof json === 'boolean') return optionAmong(readers.boolean, key, json);
  return optionAmong(readers.number, key, json);
}

function optionAmong<T extends JsonValue>(
  kind: Readers<T> | undefined,
  key: string,
  json: T,
): Option {
  if (kind === undefined) return { isKnownKind: false, read: undefined };
  const read = Object.hasOwn(kind, key) ? kind[key] : undefined;
  return { isKnownKind: true, read: read && (() => read(json)) };
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
    metadata: placeMetadata(place),
    ...(cause ? { cause } : {}),
  });
}

function withPlace(place: OptionPlace, read: () => void): void {
  try {
    read();
  } catch (thrown) {
    const isPlain = thrown instanceof ApiError && thrown.type === 'parsing_exception';
    if (isPlain && thrown.metadata.line === undefined)
      throw parsing(thrown.reason, place, thrown.cause);
    throw thrown;
  }
}
