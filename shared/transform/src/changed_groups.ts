/**
 * Filters for the groups that have changed since the last checkpoint, such that no document of
 * these groups is missed.
 */
import { extentOf, parseTimeMs } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import { groupsOf } from './page_request.js';
import type { AfterKey, Group, Transform } from './transform.js';

/** Where clocks go back, a bucket of a fixed interval is longer. */
const CLOCK_CHANGE_MS = 7_200_000;

/** The maximum length of calendar units in milliseconds, which limits the width of a bucket. */
const WIDEST: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 25 * 3_600_000,
  week: (7 * 24 + 1) * 3_600_000,
  month: (31 * 24 + 1) * 3_600_000,
  quarter: (92 * 24 + 1) * 3_600_000,
  year: (366 * 24 + 1) * 3_600_000,
};
const SHORT: Readonly<Record<string, string>> = {
  '1m': 'minute',
  '1h': 'hour',
  '1d': 'day',
  '1w': 'week',
  '1M': 'month',
  '1q': 'quarter',
  '1y': 'year',
};

/**
 * Filters that all documents of the groups match, and possibly others: groups by histograms and
 * tiles restrict nothing, and several fields are restricted independently. Other groups may
 * therefore be incomplete, and the reader of the response must skip them. `dates` contains the
 * groups whose keys are dates.
 */
export function changedFilters(
  transform: Transform,
  { keys, dates }: { readonly keys: readonly AfterKey[]; readonly dates: ReadonlySet<string> },
): readonly JsonObject[] {
  return groupsOf(transform).flatMap((group) =>
    filterOf(
      { group, isDate: dates.has(group.name) },
      keys.map((key) => key[group.name] ?? null),
    ),
  );
}

function filterOf(
  { group, isDate }: { readonly group: Group; readonly isDate: boolean },
  values: readonly JsonValue[],
): readonly JsonObject[] {
  const { field, type } = group;
  if (field === undefined) return [];
  const given = [...new Set(values.filter((value) => value !== null))];
  const isMissing = values.includes(null);
  if (type === 'terms') {
    // The key of a date is in milliseconds, which the field's format may not accept.
    if (isDate) return [];
    return [either(given.length === 0 ? [] : [{ terms: { [field]: given } }], isMissing, field)];
  }
  if (type !== 'date_histogram') return [];
  const width = widthMs(group.options);
  const times = given.map(Number);
  if (width === undefined || times.some(Number.isNaN)) return [];
  const { least, greatest } = extentOf(times);
  const bounds = {
    gte: least,
    lt: greatest + width + CLOCK_CHANGE_MS,
    format: 'epoch_millis',
  };
  return [either(times.length === 0 ? [] : [{ range: { [field]: bounds } }], isMissing, field)];
}

function either(found: readonly JsonObject[], isMissing: boolean, field: string): JsonObject {
  const missing = isMissing ? [{ bool: { must_not: [{ exists: { field } }] } }] : [];
  return { bool: { should: [...found, ...missing], minimum_should_match: 1 } };
}

function widthMs({
  calendar_interval: calendar,
  fixed_interval: fixed,
}: JsonObject): number | undefined {
  if (typeof fixed === 'string') return parseTimeMs(fixed);
  if (typeof calendar !== 'string') return undefined;
  return WIDEST[SHORT[calendar] ?? calendar];
}
