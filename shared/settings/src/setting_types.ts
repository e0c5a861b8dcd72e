/** Constructors of settings, one per value type, with OpenSearch's error messages. */
import { javaDouble, javaDoubleFault, parseByteSize, parseTimeMs } from '@skein/base';
import { ApiError, readTimeMs } from '@skein/errors';
import type { Setting, SettingUpdate } from './setting.js';
import { type Settings, wordsOf } from './settings.js';

export type Default = string | undefined | ((settings: Settings) => string | undefined);

function make<T>(
  [key, update, doc]: Head,
  fallback: Default,
  absent: T,
  parse: Setting<T>['parse'],
): Setting<T> {
  const defaultText = typeof fallback === 'function' ? fallback : () => fallback;
  return { key, update, doc, defaultText, absent, parse, isList: false };
}

/** The key, when the setting may change, and its description. */
export type Head = readonly [key: string, update: SettingUpdate, doc: string];

export interface NumberBounds {
  readonly min?: number;
  readonly max?: number;
}

const WHOLE = /^([+-]?)0*(\d+)$/;
const MOST_DIGITS = 19;
const FLOAT_MAX = (2 - 2 ** -23) * 2 ** 127;

/** A 32-bit integer. */
export function intSetting(
  head: Head,
  fallback: Default,
  bounds: NumberBounds = {},
): Setting<number> {
  return make(head, fallback, 0, (text, key) => {
    if (!isInteger(text, 32)) throw notANumber(text, key);
    return checkBounds(Number(text), text, { ...bounds, key });
  });
}

/** A 64-bit integer, read as a number; the rounding of limits above 2^53 does not matter. */
export function longSetting(
  head: Head,
  fallback: Default,
  bounds: NumberBounds = {},
): Setting<number> {
  return make(head, fallback, 0, (text, key) => {
    if (!isInteger(text, 64)) throw notANumber(text, key);
    return checkBounds(Number(text), text, { ...bounds, key });
  });
}

/** True for an integer that fits into the bits. */
function isInteger(text: string, bits: number): boolean {
  const [, sign, digits = ''] = WHOLE.exec(text) ?? [];
  if (sign === undefined || digits.length > MOST_DIGITS) return false;
  const value = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return BigInt.asIntN(bits, value) === value;
}

/** A number with a fraction, in Java's notation. Unlike OpenSearch, it is never `NaN`. */
export function floatSetting(
  head: Head,
  fallback: Default,
  bounds: NumberBounds = {},
): Setting<number> {
  return make(head, fallback, 0, (text, key) => {
    const number = javaDouble(text) ?? Number.NaN;
    if (Number.isNaN(number)) throw notANumber(text, key, javaDoubleFault(text));
    return checkBounds(number, text, { max: FLOAT_MAX, ...bounds, key, isFloat: true });
  });
}

function notANumber(text: string, key: string, why = `For input string: "${text}"`): ApiError {
  const cause = new ApiError('number_format_exception', why);
  return illegal(`Failed to parse value [${text}] for setting [${key}]`, cause);
}

function checkBounds(
  number: number,
  text: string,
  { min, max, key, isFloat = false }: NumberBounds & { key: string; isFloat?: boolean },
): number {
  const shown = (bound: number) => {
    if (bound === FLOAT_MAX) return '3.4028235E38';
    return isFloat && Number.isInteger(bound) ? bound.toFixed(1) : `${bound}`;
  };
  const refuse = (rule: string) => {
    throw illegal(`Failed to parse value [${text}] for setting [${key}] must be ${rule}`);
  };
  if (min !== undefined && number < min) refuse(`>= ${shown(min)}`);
  if (max !== undefined && number > max) refuse(`<= ${shown(max)}`);
  return number;
}

export function booleanSetting(head: Head, fallback: Default): Setting<boolean> {
  return make(head, fallback, false, (text) => {
    if (text === 'true') return true;
    if (text === 'false') return false;
    throw illegal(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  });
}

/** Milliseconds; -1 means "never" where the minimum allows it. */
export function timeSetting(head: Head, fallback: Default, minText?: string): Setting<number> {
  const min = minText === undefined ? undefined : (parseTimeMs(minText) ?? 0);
  return make(head, fallback, 0, (text, key) => {
    const ms = readTimeMs(key, text);
    if (min !== undefined && ms < min) {
      throw illegal(
        `failed to parse value [${text}] for setting [${key}], must be >= [${minText}]`,
      );
    }
    return ms;
  });
}

/** A size, or a percentage of some memory. */
export type MemoryShare = { readonly bytes: number } | { readonly percent: number };

export function shareBytes(share: MemoryShare, ofBytes: number): number {
  return 'bytes' in share ? share.bytes : Math.floor((ofBytes * share.percent) / 100);
}

/** A setting such as `40%` or `2gb`. */
export function memoryShareSetting(head: Head, fallback: Default): Setting<MemoryShare> {
  return make<MemoryShare>(head, fallback, { bytes: 0 }, parseShare);
}

/** Like `memoryShareSetting`, but allows `-1` for no limit, read as -1 bytes. */
export function memoryLimitSetting(head: Head, fallback: Default): Setting<MemoryShare> {
  return make<MemoryShare>(head, fallback, { bytes: -1 }, (text, key) => {
    if (text === '-1' || text === '-1b') return { bytes: -1 };
    if (/^-\d/.test(text) && !text.endsWith('%')) {
      throw illegal(`Values less than -1 bytes are not supported: ${text}`);
    }
    return parseShare(text, key);
  });
}

function parseShare(text: string, key: string): MemoryShare {
  if (text.endsWith('%')) {
    const share = text.slice(0, -1);
    const percent = javaDouble(share);
    if (percent === undefined) throw noDouble(share);
    if (percent >= 0 && percent <= 100) return { percent };
    throw illegal(`percentage should be in [0-100], got [${share}]`);
  }
  const bytes = parseByteSize(text);
  if (bytes !== undefined && bytes >= 0) return { bytes };
  throw illegal(
    `failed to parse setting [${key}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
  );
}

function noDouble(text: string): ApiError {
  const reason = `failed to parse [${text}] as a double`;
  const cause = new ApiError('number_format_exception', javaDoubleFault(text));
  return illegal(reason, new ApiError('parse_exception', reason, { cause }));
}

/** A size in bytes. */
export function sizeSetting(
  head: Head,
  fallback: Default,
  bounds: NumberBounds = {},
): Setting<number> {
  return make(head, fallback, 0, (text, key) => {
    const bytes = parseByteSize(text);
    if (bytes === undefined) throw noSize(text, key);
    const { min, max } = bounds;
    if (min !== undefined && bytes < min) {
      throw illegal(`failed to parse value [${text}] for setting [${key}], must be >= [${min}b]`);
    }
    if (max !== undefined && bytes > max) {
      throw illegal(`failed to parse value [${text}] for setting [${key}], must be <= [${max}b]`);
    }
    return bytes;
  });
}

/** One of a few words, case-insensitive. */
export function choiceSetting<T extends string>(
  head: Head,
  fallback: T,
  choices: readonly T[],
): Setting<T> {
  return make(head, fallback, fallback, (text, key) => {
    const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    if (found === undefined) {
      const allowed = choices.join(', ');
      throw illegal(
        `Failed to parse value [${text}] for setting [${key}] must be one of [${allowed}]`,
      );
    }
    return found;
  });
}

/** Any text that `check` does not refuse. */
export function textSetting(
  head: Head,
  fallback?: Default,
  check: (text: string, key: string) => void = () => {},
): Setting<string> {
  return make(head, fallback, '', (text, key) => {
    check(text, key);
    return text;
  });
}

/** A limit for disk use: the share of the disk in use, or the bytes that must stay free. */
export type Watermark =
  | { readonly kind: 'used'; readonly share: number; readonly text: string }
  | { readonly kind: 'free'; readonly bytes: number; readonly text: string };

/** A watermark: `85%`, `0.85`, or `10gb` that must stay free. */
export function watermarkSetting(head: Head, fallback: string): Setting<Watermark> {
  return make(head, fallback, { kind: 'used', share: 1, text: '100%' }, (text, key) => {
    const isPercentage = text.endsWith('%');
    const number = javaDouble(isPercentage ? text.slice(0, -1) : text);
    const share = number === undefined || !isPercentage ? number : number / 100;
    if (share !== undefined && share >= 0 && share <= 1) return { kind: 'used', share, text };
    const bytes = share === undefined ? parseByteSize(text) : undefined;
    if (bytes !== undefined && bytes >= 0) return { kind: 'free', bytes, text };
    throw noSize(text, key);
  });
}

function noSize(text: string, key: string): ApiError {
  const reason = `failed to parse setting [${key}] with value [${text}] as a size in bytes: unit is missing or unrecognized`;
  return illegal(reason, new ApiError('parse_exception', reason));
}

/** A list of words: a JSON array or comma-separated text. `check` throws for an invalid list. */
export function listSetting(
  head: Head,
  fallback: Default = '',
  check: (words: readonly string[]) => void = () => {},
): Setting<readonly string[]> {
  const parse = (text: string) => {
    const words = wordsOf(text);
    check(words);
    return words;
  };
  return { ...make<readonly string[]>(head, fallback, [], parse), isList: true };
}

/**
 * An OpenSearch setting whose feature does not exist here: only values that change nothing are
 * accepted, and any other is refused by name rather than ignored.
 */
export function onlySetting(head: Head, allowed: readonly string[]): Setting<string> {
  const refuse = (text: string, key: string) => {
    if (allowed.includes(text)) return;
    const values = allowed.map((value) => `[${value}]`).join(', ');
    throw illegal(`value [${text}] for setting [${key}] is not supported, only ${values} is`);
  };
  return textSetting(head, allowed[0], refuse);
}

function illegal(reason: string, cause?: ApiError): ApiError {
  return new ApiError('illegal_argument_exception', reason, cause ? { cause } : {});
}
