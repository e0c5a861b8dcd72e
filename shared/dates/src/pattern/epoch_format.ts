/**
 * `epoch_millis`, `epoch_second`, `epoch_micros`: numbers with an optional fraction, counted from
 * 1970-01-01T00:00Z.
 */
import { ApiError } from '@skein/errors';
import { type FormatAlternative, shownText } from './element_format.js';
import { type Instant, longMs } from './resolve_fields.js';

/** Limit beyond which a double cannot distinguish neighbouring milliseconds. */
const MAX_MS = Number.MAX_SAFE_INTEGER;

interface EpochUnit {
  /** Decimal places from this unit to nanoseconds: 6 for milliseconds, 9 for seconds. */
  readonly nanoDigits: number;
}

export function epochFormat(unit: EpochUnit): FormatAlternative {
  return {
    several: true,
    ...(unit.nanoDigits === 6 ? { fastMs: fastEpochMs } : {}),
    parse: (text, { roundUp, zone, epochIsLocal = false }) => {
      const instant = parseEpoch(text, unit, roundUp);
      if (instant === undefined) return failure(text);
      return epochIsLocal ? { ...instant, ms: zone.toUtc(instant.ms) } : instant;
    },
    print: (ms, _zone, nanosOfMs) => printEpoch({ ms, nanosOfMs }, unit),
  };
}

/** Parses up to fifteen digits with an optional minus. */
function fastEpochMs(text: string): number {
  const negative = text.charCodeAt(0) === 45;
  const start = negative ? 1 : 0;
  if (text.length === start || text.length > start + 15) return Number.NaN;
  let value = 0;
  for (let at = start; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return negative ? -value : value;
}

const NUMBER = /^(-?)(\d{1,19})(?:\.(\d{0,9}))?$/;

function parseEpoch(text: string, unit: EpochUnit, roundUp: boolean): Instant | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (fraction.length > unit.nanoDigits) return undefined;
  const filled = fraction.padEnd(unit.nanoDigits, roundUp && match[3] === undefined ? '9' : '0');
  let nanos = BigInt(whole + filled);
  if (sign === '-') nanos = -BigInt(whole + fraction.padEnd(unit.nanoDigits, '0'));
  let ms = nanos / 1_000_000n;
  let rest = nanos % 1_000_000n;
  if (rest < 0n) {
    ms -= 1n;
    rest += 1_000_000n;
  }
  if (ms > BigInt(MAX_MS) || ms < BigInt(-MAX_MS)) return undefined;
  return { ms: Number(ms), nanosOfMs: Number(rest) };
}

function printEpoch({ ms, nanosOfMs }: Instant, unit: EpochUnit): string {
  const nanos = longMs(ms) * 1_000_000n + BigInt(nanosOfMs);
  const negative = nanos < 0n;
  const digits = String(negative ? -nanos : nanos).padStart(unit.nanoDigits + 1, '0');
  const whole = `${negative ? '-' : ''}${digits.slice(0, -unit.nanoDigits)}`;
  const fraction = digits.slice(-unit.nanoDigits).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function failure(text: string): ApiError {
  const reason = `Text '${shownText(text)}' could not be parsed at index 0`;
  return new ApiError('date_time_parse_exception', reason);
}
