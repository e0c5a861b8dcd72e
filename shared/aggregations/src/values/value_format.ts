/**
 * The format of a number as text. It is plain data, made at the shard from the field's type and the
 * request's `format`, and used where the response is written.
 */
import { utf8Decode } from '@skein/bytes';
import { double, doubleText, type JsonValue } from '@skein/content';
import { parseDateFormat, parseTimeZone } from '@skein/dates';
import { formatDecimal } from '@skein/mapping';

export type ValueFormat =
  /** Shows numbers as they are, without a text beside them. */
  | { readonly kind: 'raw' }
  | { readonly kind: 'boolean' }
  /** Unsigned longs have a format of their own. A pattern formats numbers but not keys. */
  | { readonly kind: 'unsigned'; readonly pattern: string | undefined }
  | { readonly kind: 'date'; readonly pattern: string; readonly timeZone: string | undefined }
  | { readonly kind: 'decimal'; readonly pattern: string };

export const RAW: ValueFormat = { kind: 'raw' };

/** The text of a number; `undefined` if no text is shown beside it. */
export function formatted(value: number | bigint, format: ValueFormat): string | undefined {
  return format.kind === 'raw' ? undefined : textOfNumber(value, format);
}

export function textOfNumber(value: number | bigint, format: ValueFormat): string {
  switch (format.kind) {
    case 'unsigned':
      return format.pattern === undefined
        ? textOfNumber(value, RAW)
        : formatDecimal(Number(value), format.pattern);
    case 'raw':
      return Number.isFinite(Number(value)) && typeof value === 'number'
        ? doubleText(value)
        : String(value);
    case 'boolean':
      return value === 0 || value === 0n ? 'false' : 'true';
    case 'date':
      return dateText(Number(value), format);
    case 'decimal':
      return formatDecimal(Number(value), format.pattern);
  }
}

/** The result of `formattedJson` before `numberJson` makes JSON of a number. */
export function formattedData(
  value: number,
  format: ValueFormat,
): string | number | boolean | undefined {
  if (format.kind === 'boolean') return value !== 0;
  const isBare = format.kind === 'unsigned' && format.pattern === undefined;
  return isBare ? value : formatted(value, format);
}

/**
 * A number as OpenSearch writes the bare result of the format: booleans and unsigned longs without
 * a pattern are not texts.
 */
export function formattedJson(value: number, format: ValueFormat): JsonValue | undefined {
  const shown = formattedData(value, format);
  return typeof shown === 'number' ? numberJson(shown) : shown;
}

/** The text beside the key of a bucket; `undefined` if there is none. */
export function formattedKey(key: number | bigint, format: ValueFormat): string | undefined {
  if (format.kind !== 'unsigned') return formatted(key, format);
  return format.pattern === undefined ? undefined : String(key);
}

type DateValues = Extract<ValueFormat, { kind: 'date' }>;

function dateText(value: number, { pattern, timeZone }: DateValues): string {
  const zone = timeZone === undefined ? undefined : parseTimeZone(timeZone).id;
  // Java casts doubles to longs in this way: NaN becomes 0.
  const within = Math.max(-GREATEST_LONG, Math.min(GREATEST_LONG, value));
  const instant = Number.isNaN(value) ? 0 : Math.trunc(within);
  return parseDateFormat(pattern).format(instant, zone);
}

const GREATEST_LONG = 2 ** 63;

/** A double in a response. NaN and infinite values, which JSON cannot write, are texts. */
export function numberJson(value: number): JsonValue {
  return Number.isFinite(value) ? double(value) : String(value);
}

const MAX_CHUNK = 4096;

/** A term as a string with one code unit per byte, so that it compares as its bytes do. */
export function termKey(bytes: Uint8Array): string {
  if (bytes.length <= MAX_CHUNK) return Reflect.apply(String.fromCharCode, undefined, bytes);
  let key = '';
  for (let i = 0; i < bytes.length; i += MAX_CHUNK) {
    key += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(i, i + MAX_CHUNK));
  }
  return key;
}

export function termBytes(key: string): Uint8Array {
  const bytes = new Uint8Array(key.length);
  for (let i = 0; i < key.length; i++) bytes[i] = key.charCodeAt(i);
  return bytes;
}

/** The text of a term whose bytes are UTF-8. */
export function keyText(key: string): string {
  for (let i = 0; i < key.length; i++) {
    if (key.charCodeAt(i) > 0x7f) return utf8Decode(termBytes(key));
  }
  return key;
}
