/** Zones, offsets and instants in dates. */
import { zoneNamedAt } from '@skein/dates';
import { dateTime, Throwable } from '../../values/throwable.js';
import { LocalDate, LocalDateTime } from '../time.js';
import { chronoField, fieldOf, hasField } from '../time_fields.js';
import { zoneName } from '../time_texts.js';
import { offsetOfSeconds, prefixed, UTC, ZonedDateTime, type ZoneId, zoneOf } from '../zone.js';
import type { Element, ParseContext, PrintContext } from './contexts.js';
import { FractionElement, NumberElement } from './numbers.js';
import { zoneIn } from './queries.js';
import { Literal } from './words.js';

const OFFSET = chronoField('OFFSET_SECONDS');
const two = (value: number): string => String(value).padStart(2, '0');

/** `+HH:MM:ss` and the other patterns; lower-case letters are optional parts. */
export class OffsetElement implements Element {
  readonly #pattern: string;
  readonly #none: string;

  constructor(pattern: string, none: string) {
    this.#pattern = pattern;
    this.#none = none;
  }

  print(context: PrintContext): string | null {
    const offset = context.field(OFFSET);
    if (offset === null) return null;
    const total = Number(offset);
    if (total === 0) return this.#none;
    const size = Math.abs(total);
    const [h, m, s] = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
    const colon = this.#pattern.includes(':') ? ':' : '';
    let text = (total < 0 ? '-' : '+') + (/^\+HH/.test(this.#pattern) ? two(h) : String(h));
    const hasMinutes =
      /MM/.test(this.#pattern) ||
      (/mm/.test(this.#pattern) && (m > 0 || (s > 0 && /ss/.test(this.#pattern))));
    const hasSeconds = /SS/.test(this.#pattern) || (/ss/.test(this.#pattern) && s > 0);
    if (hasMinutes || hasSeconds) text += colon + two(m);
    if (hasSeconds) text += colon + two(s);
    return h === 0 && !(hasMinutes && m > 0) && !(hasSeconds && s > 0) ? this.#none : text;
  }

  parse(context: ParseContext, text: string, at: number): number {
    if (this.#none === '' && at === text.length) return context.set(OFFSET, 0n, at, at);
    if (this.#none !== '' && context.startsWith(text, this.#none, at))
      return context.set(OFFSET, 0n, at, at + this.#none.length);
    const found = this.#reader(context.isStrict).exec(text.slice(at));
    if (found !== null) {
      const [all, sign, hours = '0', minutes = '0', seconds = '0'] = found;
      if (Number(hours) > 23)
        throw dateTime('Value out of range: Hour[0-23], Minute[0-59], Second[0-59]');
      const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      return context.set(OFFSET, BigInt(sign === '-' ? -total : total), at, at + all.length);
    }
    return this.#none === '' ? context.set(OFFSET, 0n, at, at) : ~at;
  }

  #reader(strict: boolean): RegExp {
    const colon = this.#pattern.includes(':') ? ':' : '';
    const mark = strict ? colon : ':?';
    const sixty = '[0-5]\\d';
    const digits = /^\+HH/.test(this.#pattern) && strict ? sixty : `${sixty}|\\d`;
    const pair = `${mark}(${sixty})`;
    const need = (part: string, capital: RegExp, small: RegExp): string =>
      capital.test(this.#pattern) && strict
        ? part
        : small.test(this.#pattern) || !strict
          ? `(?:${part})?`
          : '';
    const seconds = need(pair, /SS/, /ss/i);
    const minutes = need(`${pair}${seconds}`, /MM/, /mm/i);
    return new RegExp(`^([+-])(${digits})${minutes}`);
  }

  shown(): string {
    return `Offset(${this.#pattern},'${this.#none.replaceAll("'", "''")}')`;
  }
}

/** Prints `GMT+8` or `GMT+08:00`. */
export class LocalizedOffsetElement implements Element {
  readonly #style: string;

  constructor(style: string) {
    this.#style = style;
  }

  print(context: PrintContext): string | null {
    const offset = context.field(OFFSET);
    if (offset === null) return null;
    const total = Number(offset);
    if (total === 0) return 'GMT';
    const size = Math.abs(total);
    const [h, m, s] = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
    const sign = `GMT${total < 0 ? '-' : '+'}`;
    const seconds = s === 0 ? '' : `:${two(s)}`;
    if (this.#style === 'FULL') return `${sign}${two(h)}:${two(m)}${seconds}`;
    return `${sign}${h}${m === 0 && s === 0 ? '' : `:${two(m)}`}${seconds}`;
  }

  parse(context: ParseContext, text: string, at: number): number {
    if (!context.startsWith(text, 'GMT', at)) return ~at;
    const found = /^([+-])(\d\d?)(?::(\d\d)(?::(\d\d))?)?/.exec(text.slice(at + 3));
    if (found === null) return context.set(OFFSET, 0n, at, at + 3);
    const [all, sign, hours = '0', minutes = '0', seconds = '0'] = found;
    if (this.#style === 'FULL' && (hours.length < 2 || found[3] === undefined)) return ~(at + 3);
    const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return context.set(OFFSET, BigInt(sign === '-' ? -total : total), at, at + 3 + all.length);
  }

  shown(): string {
    return `LocalizedOffset(${this.#style})`;
  }
}

export class ZoneIdElement implements Element {
  readonly #kind: 'ZoneId()' | 'ZoneRegionId()' | 'ZoneOrOffsetId()';

  constructor(kind: 'ZoneId()' | 'ZoneRegionId()' | 'ZoneOrOffsetId()') {
    this.#kind = kind;
  }

  print(context: PrintContext): string | null {
    const zone = zoneIn(context, this.#kind === 'ZoneOrOffsetId()');
    if (zone !== undefined && !(this.#kind === 'ZoneRegionId()' && zone.isOffset)) return zone.id;
    if (context.optionals > 0) return null;
    throw dateTime(`Unable to extract ${this.shown()} from temporal ${context.temporal.text()}`);
  }

  parse(context: ParseContext, text: string, at: number): number {
    return parseFixed(context, text, at) ?? parseRegion(context, text, at);
  }

  shown(): string {
    return this.#kind;
  }
}

/** Reads `+01:00`, `UTC`, `GMT+01:00` or `GMT0`; undefined if the text begins otherwise. */
function parseFixed(context: ParseContext, text: string, at: number): number | undefined {
  const prefix = prefixAt(context, text, at);
  if (prefix === undefined) return undefined;
  const behind = at + prefix.length;
  if (prefix === 'GMT' && text.charAt(behind) === '0') {
    context.zone = zoneOf('GMT0');
    return behind + 1;
  }
  const inner = context.nested();
  const none = prefix === '' ? 'Z' : '0';
  const isBare = /^(?:$|0)/.test(text.slice(behind)) || context.startsWith(text, 'Z', behind);
  const end = isBare ? ~behind : new OffsetElement('+HH:MM:ss', none).parse(inner, text, behind);
  if (end < 0) {
    if (prefix === '') return end;
    context.zone = zoneOf(prefix);
    return behind;
  }
  const offset = tried(() => offsetOfSeconds(Number(inner.get(OFFSET))));
  if (offset === undefined) return ~at;
  context.zone = prefix === '' ? offset : prefixed(prefix, offset);
  return end;
}

/** `UTC`, `GMT`, `UT`, or nothing before a sign. */
function prefixAt(context: ParseContext, text: string, at: number): string | undefined {
  if (/^[+-]/.test(text.slice(at, at + 1))) return '';
  return ['UTC', 'GMT', 'UT'].find((prefix) => context.startsWith(text, prefix, at));
}

/** No id of a zone is longer. */
const LONGEST_ID = 40;

/** Reads the longest id of a region, or `Z`. */
function parseRegion(context: ParseContext, text: string, at: number): number {
  const [letters = ''] = /^[A-Za-z0-9~/._+-]*/.exec(text.slice(at, at + LONGEST_ID)) ?? [];
  for (let length = letters.length; length > 1; length--) {
    const zone = regionNamed(letters.slice(0, length), context);
    if (zone === undefined) continue;
    context.zone = zone;
    return at + length;
  }
  if (!context.startsWith(text, 'Z', at)) return ~at;
  context.zone = UTC;
  return at + 1;
}

function regionNamed(id: string, { isCaseSensitive }: ParseContext): ZoneId | undefined {
  if (isCaseSensitive) return tried(() => zoneOf(id));
  const lower = id.toLowerCase();
  const known = Intl.supportedValuesOf('timeZone').find((one) => one.toLowerCase() === lower);
  return tried(() => zoneOf(known ?? id));
}

function tried<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Throwable) return undefined;
    throw error;
  }
}

/** Prints `CET` or `Central European Standard Time`. */
export class ZoneTextElement implements Element {
  readonly #style: string;

  constructor(style: string) {
    this.#style = style;
  }

  print(context: PrintContext): string | null {
    const zone = zoneIn(context, false);
    if (zone === undefined) {
      if (context.optionals > 0) return null;
      throw dateTime(`Unable to extract ZoneId from temporal ${context.temporal.text()}`);
    }
    if (zone.isOffset) return zone.id;
    const zoned =
      context.temporal instanceof ZonedDateTime
        ? context.temporal
        : new ZonedDateTime(LocalDateTime.ofSeconds(0, 0), zone);
    return zoneName(zoned, context.locale, this.#style === 'FULL' ? 'long' : 'short');
  }

  parse(context: ParseContext, text: string, at: number): number {
    const fixed = parseFixed(context, text, at);
    if (fixed !== undefined) return fixed;
    const named = zoneNamedAt(text, at, this.#style === 'FULL' ? 'long' : 'short');
    const end = parseRegion(context, text, at);
    if (named === undefined || at + named.length < end) return end;
    context.zone = zoneOf(named.id);
    return at + named.length;
  }

  shown(): string {
    return `ZoneText(${this.#style})`;
  }
}

/** The calendar repeats itself after 400 years; Java calculates with 10,000. */
const YEARS_OF_CYCLE = 10_000;
const SECONDS_OF_CYCLE = 315_569_520_000n;

/** Prints `2020-01-01T00:00:00Z`. */
export class InstantElement implements Element {
  /** -2: as many fraction digits as needed, in groups of three; -1: as many as needed. */
  readonly #digits: number;

  readonly #parts: readonly Element[];

  constructor(digits: number) {
    this.#digits = digits;
    const [least, most] = digits < 0 ? [0, 9] : [digits, digits];
    const number = (name: string) => new NumberElement(chronoField(name), 2, 2, 'NOT_NEGATIVE');
    this.#parts = [
      new NumberElement(chronoField('YEAR'), 4, 10, 'EXCEEDS_PAD'),
      new Literal('-'),
      number('MONTH_OF_YEAR'),
      new Literal('-'),
      number('DAY_OF_MONTH'),
      new Literal('T'),
      number('HOUR_OF_DAY'),
      new Literal(':'),
      number('MINUTE_OF_HOUR'),
      new Literal(':'),
      number('SECOND_OF_MINUTE'),
      new FractionElement(chronoField('NANO_OF_SECOND'), least, most, true),
      new OffsetElement('+HH:MM:ss', 'Z'),
    ];
  }

  print(context: PrintContext): string | null {
    const seconds = context.field(chronoField('INSTANT_SECONDS'));
    if (seconds === null) return null;
    const nano = hasField(context.temporal, chronoField('NANO_OF_SECOND'))
      ? Number(fieldOf(context.temporal, chronoField('NANO_OF_SECOND')))
      : 0;
    const local = LocalDateTime.ofSeconds(seconds, 0);
    const clock = local.text();
    const whole = clock.length - clock.indexOf('T') === 6 ? `${clock}:00` : clock;
    return `${whole}${this.#fraction(nano)}Z`;
  }

  #fraction(nano: number): string {
    const digits = String(nano).padStart(9, '0');
    if (this.#digits === -2) {
      if (nano === 0) return '';
      return `.${digits.endsWith('000000') ? digits.slice(0, 3) : digits.endsWith('000') ? digits.slice(0, 6) : digits}`;
    }
    const shown = this.#digits === -1 ? digits.replace(/0+$/, '') : digits.slice(0, this.#digits);
    return shown === '' ? '' : `.${shown}`;
  }

  /** Reads `2020-01-01T00:00:00.123Z`, also the end of a day, 24:00, and a leap second. */
  parse(context: ParseContext, text: string, at: number): number {
    const inner = context.nested();
    let end = at;
    for (const part of this.#parts) {
      end = part.parse(inner, text, end);
      if (end < 0) return end;
    }
    const value = (name: string): number => Number(inner.get(chronoField(name)) ?? 0n);
    const [minute, nano] = [value('MINUTE_OF_HOUR'), value('NANO_OF_SECOND')];
    let [hour, second, days] = [value('HOUR_OF_DAY'), value('SECOND_OF_MINUTE'), 0];
    if (hour === 24 && minute === 0 && second === 0 && nano === 0) {
      hour = 0;
      days = 1;
    } else if (hour === 23 && minute === 59 && second === 60) {
      context.leapSecond = true;
      second = 59;
    }
    if (hour > 23 || minute > 59 || second > 59) return ~at;
    const year = value('YEAR');
    const ofCycle = year % YEARS_OF_CYCLE;
    const date = tried(() => LocalDate.of(ofCycle, value('MONTH_OF_YEAR'), value('DAY_OF_MONTH')));
    if (date === undefined) return ~at;
    const cycles = BigInt((year - ofCycle) / YEARS_OF_CYCLE);
    const ofDay = (hour * 60 + minute) * 60 + second - value('OFFSET_SECONDS');
    const seconds = cycles * SECONDS_OF_CYCLE + BigInt((date.day + days) * 86_400 + ofDay);
    context.set(chronoField('INSTANT_SECONDS'), seconds, at, end);
    return context.set(chronoField('NANO_OF_SECOND'), BigInt(nano), at, end);
  }

  shown(): string {
    return 'Instant()';
  }
}
