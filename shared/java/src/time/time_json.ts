/**
 * Instants and times of day in JSON, always with seconds and at least milliseconds:
 * `2024-01-02T03:04:00.000Z`.
 */

import type { JavaObject } from '../values/value.js';
import { isMomentary } from './format_date.js';

/** Matches a time, of which `toString` of java.time's classes omits parts that are zero. */
const CLOCK = /(\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d(?::\d\d)?)?(?:\[[^\]]*\])?$/;

const CLASSES: ReadonlySet<string> = new Set([
  ...['Instant', 'LocalDateTime', 'LocalTime', 'OffsetDateTime', 'OffsetTime', 'ZonedDateTime'].map(
    (name) => `java.time.${name}`,
  ),
]);

/** Returns undefined if the value is not a time, or is written as it prints. */
export function timeJson(value: JavaObject): string | undefined {
  if (isMomentary(value)) return full(value.moment().instant.text());
  if (!CLASSES.has(value.className)) return undefined;
  const text = full(value.text());
  // A local time is written as if it were UTC.
  return value.className === 'java.time.LocalDateTime' ? `${text}Z` : text;
}

function full(text: string): string {
  return text.replace(
    CLOCK,
    (_all, minutes: string, seconds = '00', fraction = '', offset = '') => {
      const digits = String(fraction).replace(/0+$/, '').padEnd(3, '0');
      return `${minutes}:${seconds}.${digits}${offset}`;
    },
  );
}
