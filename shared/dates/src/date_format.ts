import type { DateFormat } from './date_format_type.js';
export declare function parseDateFormat(pattern: string): DateFormat;
