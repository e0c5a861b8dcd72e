/** The letters of date and time patterns. */
import type { Locale } from '../../text/locale.js';
import { illegalArgument } from '../../values/throwable.js';
import type { DateField } from '../time_fields.js';
import { chronoField } from '../time_fields.js';
import {
  ISO_FIELD,
  JULIAN_FIELD,
  SUNDAY_WEEKS,
  type WeekFields,
  weekFieldsOf,
} from '../week_fields.js';
import type { DateTimeFormatterBuilder } from './builder.js';
import type { Element, ParseContext, PrintContext } from './contexts.js';
import { NumberElement, ReducedElement } from './numbers.js';
import { TextElement } from './words.js';

const FIELDS: Readonly<Record<string, string>> = {
  G: 'ERA',
  y: 'YEAR_OF_ERA',
  u: 'YEAR',
  M: 'MONTH_OF_YEAR',
  L: 'MONTH_OF_YEAR',
  D: 'DAY_OF_YEAR',
  d: 'DAY_OF_MONTH',
  F: 'ALIGNED_DAY_OF_WEEK_IN_MONTH',
  E: 'DAY_OF_WEEK',
  a: 'AMPM_OF_DAY',
  H: 'HOUR_OF_DAY',
  k: 'CLOCK_HOUR_OF_DAY',
  K: 'HOUR_OF_AMPM',
  h: 'CLOCK_HOUR_OF_AMPM',
  m: 'MINUTE_OF_HOUR',
  s: 'SECOND_OF_MINUTE',
  S: 'NANO_OF_SECOND',
  A: 'MILLI_OF_DAY',
  n: 'NANO_OF_SECOND',
  N: 'NANO_OF_DAY',
};

const tooMany = (letter: string): object => illegalArgument(`Too many pattern letters: ${letter}`);

export function appendPattern(
  builder: DateTimeFormatterBuilder,
  pattern: string,
): DateTimeFormatterBuilder {
  let optionals = 0;
  for (let at = 0; at < pattern.length; ) {
    const letter = pattern.charAt(at);
    if (/[A-Za-z]/.test(letter)) at = letters(builder, pattern, at);
    else if (letter === "'") at = quoted(builder, pattern, at);
    else if (letter === '[') {
      builder.optionalStart();
      optionals++;
      at++;
    } else if (letter === ']') {
      if (optionals-- === 0)
        throw illegalArgument('Pattern invalid as it contains ] without previous [');
      builder.optionalEnd();
      at++;
    } else if (/[{}#]/.test(letter)) {
      throw illegalArgument(`Pattern includes reserved character: '${letter}'`);
    } else {
      builder.literal(letter);
      at++;
    }
  }
  return builder;
}

function quoted(builder: DateTimeFormatterBuilder, pattern: string, start: number): number {
  let end = start + 1;
  for (; end < pattern.length; end++) {
    if (pattern[end] !== "'") continue;
    if (pattern[end + 1] !== "'") break;
    end++;
  }
  if (end >= pattern.length)
    throw illegalArgument(`Pattern ends with an incomplete string literal: ${pattern}`);
  const text = pattern.slice(start + 1, end);
  builder.literal(text === '' ? "'" : text.replaceAll("''", "'"));
  return end + 1;
}

const runEnd = (pattern: string, at: number): number => {
  let end = at + 1;
  while (pattern[end] === pattern[at]) end++;
  return end;
};

function letters(builder: DateTimeFormatterBuilder, pattern: string, start: number): number {
  let end = runEnd(pattern, start);
  let letter = pattern.charAt(start);
  let count = end - start;
  if (letter === 'p') {
    const next = pattern.charAt(end);
    if (!/[A-Za-z]/.test(next) || end >= pattern.length)
      throw illegalArgument(`Pad letter 'p' must be followed by valid pad pattern: ${pattern}`);
    builder.padNext(count);
    letter = next;
    const from = end;
    end = runEnd(pattern, from);
    count = end - from;
  }
  one(builder, letter, count);
  return end;
}

function one(builder: DateTimeFormatterBuilder, letter: string, count: number): void {
  if ('zVvZOXx'.includes(letter)) {
    zone(builder, letter, count);
    return;
  }
  if ('QqgWwYec'.includes(letter)) {
    computed(builder, letter, count);
    return;
  }
  const name = Object.hasOwn(FIELDS, letter) ? FIELDS[letter] : undefined;
  if (name === undefined) throw illegalArgument(`Unknown pattern letter: ${letter}`);
  field(builder, letter, count);
}

function field(builder: DateTimeFormatterBuilder, letter: string, count: number): void {
  const known = chronoField(FIELDS[letter] ?? '');
  switch (letter) {
    case 'u':
    case 'y':
      if (count === 2) builder.reduced(known, 2, 2, 2000);
      else if (count < 4) builder.value(known, count, 19, 'NORMAL');
      else builder.value(known, count, 19, 'EXCEEDS_PAD');
      return;
    case 'M':
    case 'L':
      if (count <= 2) number(builder, letter, count);
      else builder.named(known, textStyle(letter, count, letter === 'L'));
      return;
    case 'E':
      builder.named(known, textStyle(letter, Math.max(count, 3), false));
      return;
    case 'G':
      builder.named(known, textStyle(letter, Math.max(count, 3), false));
      return;
    case 'a':
      if (count !== 1) throw tooMany(letter);
      builder.named(known, 'SHORT');
      return;
    case 'S':
      builder.fraction(known, count, count, false);
      return;
    case 'F':
      if (count !== 1) throw tooMany(letter);
      builder.fixedValue(known, 1);
      return;
    case 'D':
      if (count > 3) throw tooMany(letter);
      if (count === 1) builder.value(known);
      else builder.value(known, count, 3, 'NOT_NEGATIVE');
      return;
    case 'A':
    case 'n':
    case 'N':
      builder.value(known, count, 19, 'NOT_NEGATIVE');
      return;
    default:
      number(builder, letter, count);
  }
}

function number(builder: DateTimeFormatterBuilder, letter: string, count: number): void {
  const known = chronoField(FIELDS[letter] ?? '');
  if (count > 2) throw tooMany(letter);
  if (count === 1) builder.value(known);
  else builder.fixedValue(known, 2);
}

function textStyle(letter: string, count: number, alone: boolean): string {
  const style = count === 3 ? 'SHORT' : count === 4 ? 'FULL' : count === 5 ? 'NARROW' : undefined;
  if (style === undefined) throw tooMany(letter);
  return alone ? `${style}_STANDALONE` : style;
}

function zone(builder: DateTimeFormatterBuilder, letter: string, count: number): void {
  const most = { z: 4, V: 2, v: 4, Z: 5, O: 4, X: 5, x: 5 }[letter] ?? 0;
  if (letter === 'V' && count !== 2)
    throw illegalArgument(`Pattern letter count must be 2: ${letter}`);
  if (letter === 'O' && count !== 1 && count !== 4)
    throw illegalArgument(`Pattern letter count must be 1 or 4: ${letter}`);
  if (letter === 'v' && count !== 1 && count !== 4)
    throw illegalArgument(`Wrong number of pattern letters: ${letter}`);
  if (count > most) throw tooMany(letter);
  const patterns = ['+HHmm', '+HHMM', '+HH:MM', '+HHMMss', '+HH:MM:ss'];
  const pattern = patterns[count - 1] ?? '+HHmm';
  if (letter === 'z' || letter === 'v') builder.zoneText(count === 4 ? 'FULL' : 'SHORT');
  else if (letter === 'V') builder.zoneId('ZoneId()');
  else if (letter === 'O') builder.localizedOffset(count === 4 ? 'FULL' : 'SHORT');
  else if (letter === 'X') builder.offset(pattern, 'Z');
  else if (letter === 'x')
    builder.offset(pattern, count === 1 ? '+00' : count % 2 === 0 ? '+0000' : '+00:00');
  else if (count < 4) builder.offset('+HHMM', '+0000');
  else if (count === 4) builder.localizedOffset('FULL');
  else builder.offset('+HH:MM:ss', 'Z');
}

function computed(builder: DateTimeFormatterBuilder, letter: string, count: number): void {
  const [, quarter] = ISO_FIELD;
  if (letter === 'g') {
    builder.value(JULIAN_FIELD[1], count, 19, 'NORMAL');
    return;
  }
  if (letter === 'Q' || letter === 'q') {
    if (count === 1) builder.value(quarter);
    else if (count === 2) builder.fixedValue(quarter, 2);
    else builder.append(new QuarterText(quarter, textStyle(letter, count, letter === 'q')));
    return;
  }
  const most = { W: 1, w: 2, c: 5, e: 5 }[letter] ?? 19;
  if (count > most || (letter === 'c' && count === 2))
    throw letter === 'c' && count === 2 ? illegalArgument('Invalid pattern "cc"') : tooMany(letter);
  if ((letter === 'e' || letter === 'c') && count > 2)
    builder.named(chronoField('DAY_OF_WEEK'), textStyle(letter, count, letter === 'c'));
  else builder.append(new WeekElement(letter, count));
}

/** Prints `Q1` or `1st quarter`. */
class QuarterText extends TextElement {
  readonly #of: DateField;
  readonly #style: string;

  constructor(of: DateField, style: string) {
    super(of, style);
    this.#of = of;
    this.#style = style;
  }

  override print(context: PrintContext): string | null {
    const value = context.field(this.#of);
    if (value === null || this.#style.startsWith('NARROW'))
      return value === null ? null : String(value);
    if (this.#style.startsWith('SHORT')) return `Q${value}`;
    return `${value}${['st', 'nd', 'rd', 'th'][Number(value) - 1]} quarter`;
  }

  override parse(context: ParseContext, text: string, at: number): number {
    for (let value = 1; value <= 4; value++) {
      const name = this.#style.startsWith('SHORT')
        ? `Q${value}`
        : `${value}${['st', 'nd', 'rd', 'th'][value - 1]} quarter`;
      if (context.startsWith(text, name, at))
        return context.set(this.#of, BigInt(value), at, at + name.length);
    }
    return ~at;
  }
}

/** `w`, `W`, `Y`, `e`, `c`: weeks in the locale's definition. */
class WeekElement implements Element {
  readonly #letter: string;
  readonly #count: number;

  constructor(letter: string, count: number) {
    this.#letter = letter;
    this.#count = count;
  }

  #number(locale: Locale): Element {
    const weeks: WeekFields = locale.key() === 'L____' ? SUNDAY_WEEKS : weekFieldsOf(locale);
    const count = this.#count;
    switch (this.#letter) {
      case 'Y':
        return count === 2
          ? new ReducedElement(weeks.weekBasedYearField(), 2, 2, 2000)
          : new NumberElement(
              weeks.weekBasedYearField(),
              count,
              19,
              count < 4 ? 'NORMAL' : 'EXCEEDS_PAD',
            );
      case 'w':
        return new NumberElement(weeks.weekOfWeekBasedYearField(), count, 2, 'NOT_NEGATIVE');
      case 'W':
        return new NumberElement(weeks.weekOfMonthField(), count, 2, 'NOT_NEGATIVE');
      default:
        return new NumberElement(weeks.dayOfWeekField(), count, 2, 'NOT_NEGATIVE');
    }
  }

  print(context: PrintContext): string | null {
    return this.#number(context.locale).print(context);
  }

  parse(context: ParseContext, text: string, at: number): number {
    return this.#number(context.locale).parse(context, text, at);
  }

  shown(): string {
    const count = this.#count;
    if (this.#letter === 'Y') {
      if (count === 1) return 'Localized(WeekBasedYear)';
      if (count === 2) return 'Localized(ReducedValue(WeekBasedYear,2,2,2000-01-01))';
      return `Localized(WeekBasedYear,${count},19,${count < 4 ? 'NORMAL' : 'EXCEEDS_PAD'})`;
    }
    const name = { w: 'WeekOfWeekBasedYear', W: 'WeekOfMonth' }[this.#letter] ?? 'DayOfWeek';
    return `Localized(${name},${count})`;
  }
}
