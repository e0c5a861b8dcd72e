/**
 * `?human`: adds sizes and times as text beside the numbers of a section, such as
 * `"total":"23.5gb"` beside `"total_in_bytes":25276063744`.
 */
import { formatByteSize, formatTimeMs } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';

/** Counters that OpenSearch shows as numbers alone. */
const NUMBERS_ALONE: ReadonlySet<string> = new Set(['io_stats', 'cluster_state_stats']);
const UNIT = /^(.+)_in_(bytes|millis)$/;

export function withWords(section: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(section).flatMap(([name, value]): [string, JsonValue | undefined][] => {
      if (NUMBERS_ALONE.has(name)) return [[name, value]];
      const words = wordsOf(name, value, section);
      return [...words, [name, deeper(value)]];
    }),
  );
}

function deeper(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((each) => deeper(each) ?? null);
  return isJsonObject(value) ? withWords(value) : value;
}

function wordsOf(
  name: string,
  value: JsonValue | undefined,
  section: JsonObject,
): [string, string][] {
  const [, of = '', unit] = UNIT.exec(name) ?? [];
  if (unit === undefined || typeof value !== 'number' || section[of] !== undefined) return [];
  return [[of, unit === 'bytes' ? formatByteSize(value) : formatTimeMs(value)]];
}
