export type { CivilDate } from './civil.js';
export {
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  daysFromCivil,
  daysInMonth,
  daysInYear,
  isLeapYear,
  MS_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  MS_PER_SECOND,
} from './civil.js';
export { parseDateFormat } from './date_format.js';
export type { DateFormat, DateParseOptions } from './date_format_type.js';
export type { DateMathOptions } from './date_math.js';
export { parseDateMath, parseNanosAnchor } from './date_math.js';
export { resolveDateMathName } from './date_math_name.js';
export { checkWords, type Locale, localeText, parseLocale } from './locale.js';
export { MONTH_NAMES, WEEKDAY_NAMES } from './pattern/calendar_text.js';
export type { Instant } from './pattern/resolve_fields.js';
export { parseQuartzCron, type QuartzCron } from './quartz_cron.js';
export type { TimeZone } from './time_zone.js';
export { isZoneRegion, parseTimeZone } from './time_zone.js';
export { namesOfZone, zoneNamedAt } from './zone_names/zone_names.js';
