import type { DateFormat } from './date_format_type.js';

export interface DateMathOptions {
  readonly nowMs: number;
  readonly roundUp: boolean;
  readonly timeZone?: string | undefined;
}
export declare function parseDateMath(text: string, format: DateFormat, options: DateMathOptions): number;
