/** `DateTimeFormatterBuilder`: builds a formatter from parts, or from a pattern of letters. */

import { expectDefined } from '@skein/base';
import { DEFAULT_LOCALE, type Locale } from '../../text/locale.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { allocate, ELEMENT } from '../../values/meter.js';
import { castMessage, classCast, illegalArgument, illegalState } from '../../values/throwable.js';
import { JavaObject } from '../../values/value.js';
import { rangeOf } from '../time_fields.js';
import type { Element } from './contexts.js';
import { DateTimeFormatter } from './formatter.js';
import { FractionElement, NumberElement, ReducedElement, type SignStyle } from './numbers.js';
import {
  Composite,
  DefaultElement,
  Literal,
  PadElement,
  SettingElement,
  TextElement,
} from './words.js';
import {
  InstantElement,
  LocalizedOffsetElement,
  OffsetElement,
  ZoneIdElement,
  ZoneTextElement,
} from './zones.js';

/** An optional section, or the whole formatter. */
interface Level {
  readonly parts: Element[];
  /** The index of the value that takes digits from directly following values. */
  adjacent: number;
  pad: { width: number; filler: string } | undefined;
}

const newLevel = (): Level => ({ parts: [], adjacent: -1, pad: undefined });

const BUILDER = 'java.time.format.DateTimeFormatterBuilder';

export class DateTimeFormatterBuilder extends JavaObject {
  readonly className: string = BUILDER;
  readonly #levels: Level[] = [newLevel()];

  get #level(): Level {
    return expectDefined(this.#levels.at(-1), 'a builder has its outermost level');
  }

  append(part: Element): this {
    allocate(ELEMENT);
    const level = this.#level;
    level.parts.push(
      level.pad === undefined ? part : new PadElement(part, level.pad.width, level.pad.filler),
    );
    level.pad = undefined;
    level.adjacent = -1;
    return this;
  }

  /** Appends a number; adjacent values need a rule for the division of their digits. */
  appendNumber(part: NumberElement): this {
    const level = this.#level;
    const { adjacent } = level;
    if (adjacent < 0) {
      this.append(part);
      level.adjacent = level.parts.length - 1;
      return this;
    }
    const base = level.parts[adjacent];
    if (!(base instanceof NumberElement)) throw paddedNumber();
    if (part.min === part.max && part.sign === 'NOT_NEGATIVE') {
      level.parts[adjacent] = base.withSubsequent(part.max);
      this.append(part.fixed());
      level.adjacent = adjacent;
    } else {
      level.parts[adjacent] = base.fixed();
      this.append(part);
      level.adjacent = level.parts.length - 1;
    }
    return this;
  }

  value(field: EnumConstant, min = 1, max = 19, sign: SignStyle = 'NORMAL'): this {
    if (min < 1 || min > 19)
      throw illegalArgument(`The minimum width must be from 1 to 19 inclusive but was ${min}`);
    if (max < 1 || max > 19)
      throw illegalArgument(`The maximum width must be from 1 to 19 inclusive but was ${max}`);
    if (max < min)
      throw illegalArgument(
        `The maximum width must exceed or equal the minimum width but ${max} < ${min}`,
      );
    return this.appendNumber(new NumberElement(field, min, max, sign));
  }

  fixedValue(field: EnumConstant, width: number): this {
    if (width < 1 || width > 19)
      throw illegalArgument(`The width must be from 1 to 19 inclusive but was ${width}`);
    return this.appendNumber(new NumberElement(field, width, width, 'NOT_NEGATIVE'));
  }

  reduced(field: EnumConstant, width: number, max: number, base: number): this {
    if (width < 1 || width > 10)
      throw illegalArgument(`The minWidth must be from 1 to 10 inclusive but was ${width}`);
    if (max < 1 || max > 10)
      throw illegalArgument(`The maxWidth must be from 1 to 10 inclusive but was ${width}`);
    if (max < width)
      throw illegalArgument(
        `Maximum width must exceed or equal the minimum width but ${max} < ${width}`,
      );
    return this.appendNumber(new ReducedElement(field, width, max, base));
  }

  fraction(field: EnumConstant, min: number, max: number, point: boolean): this {
    if (!rangeOf(field).isFixed)
      throw illegalArgument(`Field must have a fixed set of values: ${field.text()}`);
    if (min < 0 || min > 9)
      throw illegalArgument(`Minimum width must be from 0 to 9 inclusive but was ${min}`);
    if (max < 1 || max > 9)
      throw illegalArgument(`Maximum width must be from 1 to 9 inclusive but was ${max}`);
    if (max < min)
      throw illegalArgument(
        `Maximum width must exceed or equal the minimum width but ${max} < ${min}`,
      );
    if (min === max && !point) return this.appendNumber(new FixedFraction(field, min));
    return this.append(new FractionElement(field, min, max, point));
  }

  named(field: EnumConstant, style = 'FULL'): this {
    return this.append(new TextElement(field, style));
  }

  literal(text: string): this {
    return text === '' ? this : this.append(new Literal(text));
  }

  offset(pattern: string, none: string): this {
    if (!/^\+HH?(?:|mm|MM|MMss|MMSS|mmss|:mm|:MM|:MM:ss|:MM:SS|:mm:ss)$/.test(pattern))
      throw illegalArgument(`Invalid zone offset pattern: ${pattern}`);
    return this.append(new OffsetElement(pattern, none));
  }

  localizedOffset(style: string): this {
    if (style !== 'FULL' && style !== 'SHORT')
      throw illegalArgument('Style must be either full or short');
    return this.append(new LocalizedOffsetElement(style));
  }

  zoneId(kind: 'ZoneId()' | 'ZoneRegionId()' | 'ZoneOrOffsetId()'): this {
    return this.append(new ZoneIdElement(kind));
  }

  zoneText(style: string): this {
    return this.append(new ZoneTextElement(style));
  }

  instant(digits: number): this {
    if (digits < -2 || digits > 9)
      throw illegalArgument(
        `The fractional digits must be from -1 to 9 inclusive but was ${digits}`,
      );
    return this.append(new InstantElement(digits));
  }

  setting(name: 'ParseStrict' | 'ParseCaseSensitive', value: boolean): this {
    return this.append(new SettingElement(name, value));
  }

  defaulting(field: EnumConstant, value: bigint): this {
    return this.append(new DefaultElement(field, value));
  }

  formatter(formatter: DateTimeFormatter, isOptional: boolean): this {
    return this.append(new Composite(formatter.parts.parts, isOptional));
  }

  padNext(width: number, filler = ' '): this {
    if (width < 1) throw illegalArgument(`The pad width must be at least one but was ${width}`);
    this.#level.pad = { width, filler };
    this.#level.adjacent = -1;
    return this;
  }

  optionalStart(): this {
    this.#level.adjacent = -1;
    this.#levels.push(newLevel());
    return this;
  }

  optionalEnd(): this {
    if (this.#levels.length === 1)
      throw illegalState(
        'Cannot call optionalEnd() as there was no previous call to optionalStart()',
      );
    const { parts } = expectDefined(this.#levels.pop(), 'a section is open');
    return parts.length === 0 ? this : this.append(new Composite(parts, true));
  }

  build(locale: Locale = DEFAULT_LOCALE): DateTimeFormatter {
    while (this.#levels.length > 1) this.optionalEnd();
    return new DateTimeFormatter({ parts: new Composite([...this.#level.parts], false), locale });
  }
}

/** The JVM's error for a padded number that is directly followed by another number. */
function paddedNumber(): object {
  const from = `${BUILDER}$PadPrinterParserDecorator`;
  const to = `${BUILDER}$NumberPrinterParser`;
  return classCast(castMessage(from, to));
}

/** A fraction of fixed width, such as `SSS`, reads its digits as a number with trailing zeros. */
class FixedFraction extends NumberElement {
  readonly #fraction: FractionElement;

  constructor(field: EnumConstant, width: number, subsequent = 0) {
    super(field, width, width, 'NOT_NEGATIVE', subsequent);
    this.#fraction = new FractionElement(field, width, width, false);
  }

  override fixed(): NumberElement {
    return new FixedFraction(this.field, this.min, -1);
  }

  override withSubsequent(width: number): NumberElement {
    return new FixedFraction(this.field, this.min, this.subsequent + width);
  }

  override print(context: Parameters<Element['print']>[0]): string | null {
    return this.#fraction.print(context);
  }

  override parse(...args: Parameters<Element['parse']>): number {
    return this.#fraction.parse(...args);
  }

  override shown(): string {
    return this.#fraction.shown();
  }
}
