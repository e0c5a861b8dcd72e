/** Zones, offsets and instants in dates. */
import { zoneNamedAt } from '@skein/dates';
import { dateTime, Throwable } from '../../values/throwable.js';
import { LocalDate, LocalDateTime } from '../time.js';
import { chronoField, fieldOf, hasField } from '../time_fields.js';
import { zoneName } from '../time_texts.js';
import { ZonedDateTime, type ZoneId, zoneOf } from '../zone.js';
import type { Element, ParseContext, PrintContext } from './contexts.js';
import { zoneIn } from './queries.js';

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
      if (Number(hours) > 18 || Number(minutes) > 59 || Number(seconds) > 59) return ~at;
      const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      return context.set(OFFSET, BigInt(sign === '-' ? -total : total), at, at + all.length);
    }
    return this.#none === '' ? context.set(OFFSET, 0n, at, at) : ~at;
  }

  #reader(strict: boolean): RegExp {
    const colon = this.#pattern.includes(':') ? ':' : '';
    const mark = strict ? colon : ':?';
    const digits = /^\+HH/.test(this.#pattern) && strict ? '\\d\\d' : '\\d\\d?';
    const pair = `${mark}(\\d\\d)`;
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
    const rest = text.slice(at);
    const found =
      /^(?:(?:UTC|GMT|UT)[+-]\d\d?(?::?\d\d(?::?\d\d)?)?|[+-]\d\d?(?::?\d\d(?::?\d\d)?)?|Z(?![A-Za-z])|[A-Za-z][A-Za-z0-9~/._+-]*)/.exec(
        rest,
      )?.[0];
    for (
      let id = found ?? '';
      id !== '';
      id = id.replace(/[^/_-]*[/_-]?$/, '').replace(/[/_-]$/, '')
    ) {
      const zone = tryZone(id);
      if (zone !== undefined) {
        context.zone = zone;
        return at + id.length;
      }
    }
    return ~at;
  }

  shown(): string {
    return this.#kind;
  }
}

function tryZone(id: string): ZoneId | undefined {
  try {
    return zoneOf(id);
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
    const named = zoneNamedAt(text, at, this.#style === 'FULL' ? 'long' : 'short');
    const end = new ZoneIdElement('ZoneId()').parse(context, text, at);
    if (named === undefined || at + named.length < end) return end;
    context.zone = zoneOf(named.id);
    return at + named.length;
  }

  shown(): string {
    return `ZoneText(${this.#style})`;
  }
}

/** Prints `2020-01-01T00:00:00Z`. */
export class InstantElement implements Element {
  /** -2: as many fraction digits as needed, in groups of three; -1: as many as needed. */
  readonly #digits: number;

  constructor(digits: number) {
    this.#digits = digits;
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

  parse(context: ParseContext, text: string, at: number): number {
    const found =
      /^([+-]?\d{4,10})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-]\d\d)(?::?(\d\d))?)/i.exec(
        text.slice(at),
      );
    if (found === null) return ~at;
    const [
      all,
      year,
      month,
      day,
      hour,
      minute,
      second,
      fraction = '',
      zoneHours = '0',
      zoneMinutes = '0',
    ] = found;
    const days = BigInt(LocalDate.of(Number(year), Number(month), Number(day)).day);
    const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
    const offset =
      Number(zoneHours) * 3600 + Math.sign(Number(zoneHours) || 1) * Number(zoneMinutes) * 60;
    context.set(chronoField('NANO_OF_SECOND'), BigInt(fraction.padEnd(9, '0')), at, at);
    return context.set(
      chronoField('INSTANT_SECONDS'),
      days * 86_400n + BigInt(clock - offset),
      at,
      at + all.length,
    );
  }

  shown(): string {
    return 'Instant()';
  }
}
