/** The texts of an instant: for readers, and for queries. */

/** The farthest instant from 1970 that a `Date` holds; date fields take later ones. */
const FARTHEST_MS = 8.64e15;

/** The date and time of an instant; its milliseconds since 1970 if browsers have no date for it. */
export function instantText(
  ms: number,
  language: string,
  form: Intl.DateTimeFormatOptions,
): string {
  return isDated(ms)
    ? new Intl.DateTimeFormat(language, form).format(ms)
    : new Intl.NumberFormat(language).format(ms);
}

/** The instant as a date field reads it. */
export function instantInQuery(ms: number): string {
  return isDated(ms) ? new Date(ms).toISOString() : String(ms);
}

function isDated(ms: number): boolean {
  return Math.abs(ms) <= FARTHEST_MS;
}
