/** Instants in the texts of documents. */
const DATE = /^\d{4}-\d\d(?:-\d\d)?$/;
const DATE_AND_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/i;

/**
 * The instant of a date in ISO 8601, in milliseconds; undefined for any other text. A time without
 * a zone is in UTC, as date fields read it, and not in the reader's zone, as `Date.parse` does.
 */
export function instantOf(text: string): number | undefined {
  const [, date, time, zone = 'Z'] = DATE_AND_TIME.exec(text) ?? [];
  const ms = DATE.test(text)
    ? Date.parse(text)
    : date === undefined
      ? Number.NaN
      : Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms;
}
