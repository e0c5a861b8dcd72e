/**
 * Durations as OpenSearch writes them: `30s`, `1.5m`, `500ms`, `-1`, `0`. Values are milliseconds;
 * sub-millisecond units keep their fraction.
 */

/** Milliseconds of each unit. */
export const UNIT_MS: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const PATTERN = /^(\d+(?:\.\d+)?)(nanos|micros|ms|s|m|h|d)$/;

/**
 * Milliseconds of a duration; `-1` for "-1" (no limit), `0` for "0". `undefined` when the text is
 * not a duration. As in OpenSearch, a number without a unit is refused.
 */
export function parseTimeMs(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '-1') return -1;
  if (/^0+$/.test(trimmed)) return 0;
  const match = PATTERN.exec(trimmed);
  if (!match) return undefined;
  const [, digits = '', unit = ''] = match;
  return Number(digits) * (UNIT_MS[unit] ?? Number.NaN);
}

const DISPLAY_UNITS = ['d', 'h', 'm', 's', 'ms', 'micros', 'nanos'] as const;

/**
 * OpenSearch's human-readable form: the largest unit that fits, one decimal at most (`1.5h`,
 * `230ms`, `0s`, `-1`).
 */
export function formatTimeMs(ms: number): string {
  if (ms === -1) return '-1';
  if (ms === 0) return '0s';
  for (const unit of DISPLAY_UNITS) {
    const size = UNIT_MS[unit] ?? 1;
    if (ms >= size) return `${truncateToOneDecimal(ms / size)}${unit}`;
  }
  return `${ms}ms`;
}

function truncateToOneDecimal(value: number): string {
  const tenths = Math.floor(value * 10 + 1e-9);
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1);
}
