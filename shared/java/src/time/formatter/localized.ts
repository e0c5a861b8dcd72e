/** Dates and times in the form of a language, in four lengths. */
import type { Locale } from '../../text/locale.js';
import { DateTimeFormatterBuilder } from './builder.js';
import type { Element, ParseContext, PrintContext } from './contexts.js';
import { dateStylePattern, timeStylePattern } from './localized_patterns.js';
import { appendPattern } from './pattern.js';

/** Either style may be undefined. */
export function localizedPattern(
  date: string | undefined,
  time: string | undefined,
  by: Locale,
): string {
  const parts = [
    date === undefined ? undefined : dateStylePattern(date, by),
    time === undefined ? undefined : timeStylePattern(time, by),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

export class LocalizedElement implements Element {
  readonly #date: string | undefined;
  readonly #time: string | undefined;

  constructor(date: string | undefined, time: string | undefined) {
    this.#date = date;
    this.#time = time;
  }

  #parts(by: Locale): Element {
    const pattern = localizedPattern(this.#date, this.#time, by);
    return appendPattern(new DateTimeFormatterBuilder(), pattern).build(by).parts;
  }

  print(context: PrintContext): string | null {
    return this.#parts(context.locale).print(context);
  }

  parse(context: ParseContext, text: string, at: number): number {
    return this.#parts(context.locale).parse(context, text, at);
  }

  shown(): string {
    return `Localized(${this.#date ?? ''},${this.#time ?? ''})`;
  }
}
