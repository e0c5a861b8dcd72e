/** Sizes as OpenSearch writes them: `10kb`, `1.5gb`, `512b`, `-1`, `0`. Powers of 1024. */

/** Bytes of each unit, by its short and long name. */
export const UNIT_BYTES: Readonly<Record<string, number>> = {
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  t: 1024 ** 4,
  tb: 1024 ** 4,
  p: 1024 ** 5,
  pb: 1024 ** 5,
};

const PATTERN = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/;

/**
 * Parses a size as bytes; `-1` and `0` need no unit. `undefined` when the text is not a size, or is
 * one that no Java `long` holds.
 */
export function parseByteSize(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '-1' || trimmed === '0') return Number(trimmed);
  const match = PATTERN.exec(trimmed);
  if (!match) return undefined;
  const [, digits = '', unit = ''] = match;
  const size = Object.hasOwn(UNIT_BYTES, unit) ? UNIT_BYTES[unit] : undefined;
  if (size === undefined) return undefined;
  const bytes = Math.floor(Number(digits) * size);
  return bytes < 2 ** 63 ? bytes : undefined;
}

const DISPLAY_UNITS = ['pb', 'tb', 'gb', 'mb', 'kb'] as const;

/** OpenSearch's human-readable form: `0b`, `283b`, `1.2kb`. */
export function formatByteSize(bytes: number): string {
  for (const unit of DISPLAY_UNITS) {
    const size = UNIT_BYTES[unit] ?? 1;
    if (bytes >= size) {
      const tenths = Math.floor((bytes / size) * 10);
      return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}${unit}`;
    }
  }
  return `${bytes}b`;
}
