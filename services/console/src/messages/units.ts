/** Formats bytes and durations for people. Pure functions that are given the language. */
const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Units are powers of 1,024, with up to three digits. */
export function bytesText(bytes: number, language: string): string {
  const step = Math.min(BYTE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  const digits = value >= 100 || step === 0 ? 0 : 1;
  const text = new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  return `${text} ${BYTE_UNITS[step]}`;
}

const TIME_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/**
 * The duration in whole units of the largest unit that fits: `3 min`. Durations under a second are
 * in milliseconds.
 */
export function durationText(durationMs: number, language: string): string {
  const [unit, unitMs] = TIME_UNITS.find(([, ms]) => durationMs >= ms) ?? ['millisecond', 1];
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(language, options).format(Math.floor(durationMs / unitMs));
}
