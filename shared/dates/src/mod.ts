export { parseDateFormat } from './date_format.js';
export type { DateFormat, DateParseOptions } from './date_format_type.js';
export type { DateMathOptions } from './date_math.js';
export { parseDateMath } from './date_math.js';
export { resolveDateMathName } from './date_math_name.js';
export { MONTH_NAMES, WEEKDAY_NAMES } from './pattern/calendar_text.js';
export type { TimeZone } from './time_zone.js';
export { parseTimeZone } from './time_zone.js';
