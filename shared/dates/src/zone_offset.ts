/**
 * Ids of time zones that are offsets (`Z`, `+2`, `-02:30`, `UTC+2`), with the forms, limits and
 * errors of `java.time.ZoneOffset.of` and `java.time.ZoneId.of`.
 */
import { ApiError, asApiError } from '@skein/errors';
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from './civil.js';

const PREFIXED = /^(UTC|GMT|UT)([+-].*)?$/s;

export function isOffsetId(id: string): boolean {
  return id.length <= 1 || /^[+-]/.test(id) || PREFIXED.test(id);
}

export function isValidOffset(id: string): boolean {
  try {
    readOffsetId(id);
    return true;
  } catch {
    return false;
  }
}

interface OffsetId {
  /** `UTC`, `GMT`, `UT`, or empty. */
  readonly prefix: string;
  /** Milliseconds east of UTC. */
  readonly offsetMs: number;
}

/** Throws date_time_exception. */
export function readOffsetId(id: string): OffsetId {
  const [, prefix, offset] = PREFIXED.exec(id) ?? [];
  if (prefix === undefined) return { prefix: '', offsetMs: offsetOf(id) };
  if (offset === undefined) return { prefix, offsetMs: 0 };
  try {
    return { prefix, offsetMs: offsetOf(offset) };
  } catch (thrown) {
    const reason = `Invalid ID for offset-based ZoneId: ${id}`;
    throw new ApiError('date_time_exception', reason, { cause: asApiError(thrown) });
  }
}

/** The offset as Java's ids have it: `+02:00`, with seconds if there are any; empty for none. */
export function offsetText(offsetMs: number): string {
  if (offsetMs === 0) return '';
  const seconds = Math.abs(offsetMs) / MS_PER_SECOND;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds % 60 === 0) parts.pop();
  const shown = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${offsetMs < 0 ? '-' : '+'}${shown}`;
}

/** Places of the numbers, and of the colons before them, by the length of the text. */
const FORMS: ReadonlyMap<number, readonly { readonly at: number; readonly colon?: true }[]> =
  new Map([
    [3, [{ at: 1 }]],
    [5, [{ at: 1 }, { at: 3 }]],
    [6, [{ at: 1 }, { at: 4, colon: true }]],
    [7, [{ at: 1 }, { at: 3 }, { at: 5 }]],
    [9, [{ at: 1 }, { at: 4, colon: true }, { at: 7, colon: true }]],
  ]);

function offsetOf(id: string): number {
  if (id === 'Z') return 0;
  // A single digit is the hour.
  const text = id.length === 2 ? `${id[0]}0${id[1]}` : id;
  const numbers = FORMS.get(text.length)?.map(({ at, colon }) => {
    if (colon && text[at - 1] !== ':') {
      throw invalid(`Invalid ID for ZoneOffset, colon not found when expected: ${text}`);
    }
    const digits = text.slice(at, at + 2);
    if (/^[0-9]{2}$/.test(digits)) return Number(digits);
    throw invalid(`Invalid ID for ZoneOffset, non numeric characters found: ${text}`);
  });
  if (numbers === undefined) throw invalid(`Invalid ID for ZoneOffset, invalid format: ${text}`);
  if (!/^[+-]/.test(text)) {
    throw invalid(`Invalid ID for ZoneOffset, plus/minus not found when expected: ${text}`);
  }
  const sign = text.startsWith('-') ? -1 : 1;
  return sign * sizeOf(numbers, sign);
}

function sizeOf([hours = 0, minutes = 0, seconds = 0]: readonly number[], sign: number): number {
  checkPart('hours', hours, { most: 18, sign });
  checkPart('minutes', minutes, { most: 59, sign });
  checkPart('seconds', seconds, { most: 59, sign });
  if (hours === 18 && (minutes > 0 || seconds > 0)) {
    throw invalid('Zone offset not in valid range: -18:00 to +18:00');
  }
  return hours * MS_PER_HOUR + minutes * MS_PER_MINUTE + seconds * MS_PER_SECOND;
}

function checkPart(
  name: string,
  value: number,
  { most, sign }: { readonly most: number; readonly sign: number },
): void {
  if (value <= most) return;
  throw invalid(
    `Zone offset ${name} not in valid range: value ${sign * value} is not in the range -${most} to ${most}`,
  );
}

function invalid(reason: string): ApiError {
  return new ApiError('date_time_exception', reason);
}
