/** Text in dates: literals, names, padding, and settings that apply from their position on. */

import type { Locale } from '../../text/locale.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { allocate } from '../../values/meter.js';
import { dateTime } from '../../values/throwable.js';
import { amPmText, eraText, monthText, type TextWidth, weekdayText } from '../time_texts.js';
import type { Element, ParseContext, PrintContext } from './contexts.js';
import { NumberElement } from './numbers.js';

export class Literal implements Element {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  print(): string {
    return this.#text;
  }

  parse(context: ParseContext, text: string, at: number): number {
    return context.startsWith(text, this.#text, at) ? at + this.#text.length : ~at;
  }

  shown(): string {
    return `'${this.#text.replaceAll("'", "''")}'`;
  }
}

/** The ranges of fields whose values have names. */
const NAMED: Readonly<Record<string, readonly [low: number, high: number]>> = {
  MONTH_OF_YEAR: [1, 12],
  DAY_OF_WEEK: [1, 7],
  AMPM_OF_DAY: [0, 1],
  ERA: [0, 1],
};

function widthOf(style: string): TextWidth {
  if (style.startsWith('FULL')) return 'long';
  return style.startsWith('SHORT') ? 'short' : 'narrow';
}

/** The styles that lenient parsing accepts, whatever the style of the element. */
const STYLES = [
  'FULL',
  'FULL_STANDALONE',
  'SHORT',
  'SHORT_STANDALONE',
  'NARROW',
  'NARROW_STANDALONE',
];

type NamedValue = readonly [name: string, value: number];

export class TextElement implements Element {
  readonly #field: EnumConstant;
  readonly #style: string;
  readonly #number: NumberElement;

  constructor(field: EnumConstant, style: string) {
    this.#field = field;
    this.#style = style;
    this.#number = new NumberElement(field, 1, 19, 'NORMAL');
  }

  print(context: PrintContext): string | null {
    const value = context.field(this.#field);
    if (value === null) return null;
    return this.#name(Number(value), this.#style, context.locale) ?? this.#number.print(context);
  }

  #name(value: number, style: string, locale: Locale): string | undefined {
    const [low, high] = NAMED[this.#field.name] ?? [1, 0];
    if (value < low || value > high) return undefined;
    const width = widthOf(style);
    switch (this.#field.name) {
      case 'MONTH_OF_YEAR':
        return monthText(value, width, locale, style.endsWith('STANDALONE'));
      case 'DAY_OF_WEEK':
        return weekdayText(value, width, locale);
      case 'ERA':
        return eraText(value === 1, width, locale);
      default:
        return width === 'narrow'
          ? amPmText(value === 1, locale)
              .slice(0, 1)
              .toLowerCase()
          : amPmText(value === 1, locale);
    }
  }

  parse(context: ParseContext, text: string, at: number): number {
    const { isStrict, locale } = context;
    const names = (isStrict ? [this.#style] : STYLES).flatMap((style) =>
      this.#namesIn(style, locale),
    );
    if (!isStrict && this.#field.name === 'ERA') names.push(['BCE', 0], ['CE', 1]);
    // Longest names first, so that no other name is a prefix of the match.
    names.sort(([a], [b]) => b.length - a.length);
    for (const [name, value] of names)
      if (context.startsWith(text, name, at))
        return context.set(this.#field, BigInt(value), at, at + name.length);
    if (isStrict && names.length > 0) return ~at;
    return this.#number.parse(context, text, at);
  }

  /** The names of a style. As in the JDK, the last value has a name that several share. */
  #namesIn(style: string, locale: Locale): readonly NamedValue[] {
    const [low, high] = NAMED[this.#field.name] ?? [1, 0];
    const values = new Map<string, number>();
    for (let value = low; value <= high; value++) {
      const name = this.#name(value, style, locale);
      if (name !== undefined) values.set(name, value);
    }
    return [...values];
  }

  shown(): string {
    const name = this.#field.text();
    return this.#style === 'FULL' ? `Text(${name})` : `Text(${name},${this.#style})`;
  }
}

/** Pads the next element on the left to a width. */
export class PadElement implements Element {
  readonly #inner: Element;
  readonly #width: number;
  readonly #filler: string;

  constructor(inner: Element, width: number, filler: string) {
    this.#inner = inner;
    this.#width = width;
    this.#filler = filler;
  }

  print(context: PrintContext): string | null {
    const text = this.#inner.print(context);
    if (text === null) return null;
    if (text.length > this.#width)
      throw dateTime(
        `Cannot print as output of ${text.length} characters exceeds pad width of ${this.#width}`,
      );
    allocate(this.#width);
    return text.padStart(this.#width, this.#filler);
  }

  parse(context: ParseContext, text: string, at: number): number {
    if (at === text.length) return ~at;
    // The padded element may change it.
    const { isStrict } = context;
    const limit = at + this.#width;
    if (limit > text.length && isStrict) return ~at;
    const end = Math.min(limit, text.length);
    let from = at;
    while (from < end && context.startsWith(text, this.#filler, from)) from++;
    const found = this.#inner.parse(context, text.slice(0, end), from);
    // The JDK reports this sum of two positions.
    return found !== end && isStrict ? ~(at + from) : found;
  }

  shown(): string {
    const filler = this.#filler === ' ' ? '' : `,'${this.#filler}'`;
    return `Pad(${this.#inner.shown()},${this.#width}${filler})`;
  }
}

export class SettingElement implements Element {
  readonly #name: 'ParseStrict' | 'ParseCaseSensitive';
  readonly #value: boolean;

  constructor(name: 'ParseStrict' | 'ParseCaseSensitive', value: boolean) {
    this.#name = name;
    this.#value = value;
  }

  print(): string {
    return '';
  }

  parse(context: ParseContext, _text: string, at: number): number {
    if (this.#name === 'ParseStrict') context.isStrict = this.#value;
    else context.isCaseSensitive = this.#value;
    return at;
  }

  shown(): string {
    return `${this.#name}(${this.#value})`;
  }
}

/** A default value for a field that was not parsed. */
export class DefaultElement implements Element {
  readonly #field: EnumConstant;
  readonly #value: bigint;

  constructor(field: EnumConstant, value: bigint) {
    this.#field = field;
    this.#value = value;
  }

  print(): string {
    return '';
  }

  parse(context: ParseContext, _text: string, at: number): number {
    if (context.get(this.#field) === undefined) context.set(this.#field, this.#value, at, at);
    return at;
  }

  shown(): string {
    return `java.time.format.DateTimeFormatterBuilder$DefaultValueParser`;
  }
}

/**
 * A sequence of elements. An optional one is skipped if it does not match. A sequence inside an
 * optional one that lacks a field prints nothing, and what follows it is printed.
 */
export class Composite implements Element {
  readonly parts: readonly Element[];
  readonly isOptional: boolean;

  constructor(parts: readonly Element[], isOptional: boolean) {
    this.parts = parts;
    this.isOptional = isOptional;
  }

  print(context: PrintContext): string {
    if (this.isOptional) context.optionals++;
    try {
      let out = '';
      for (const part of this.parts) {
        const text = part.print(context);
        if (text === null) return '';
        out += text;
      }
      return out;
    } finally {
      if (this.isOptional) context.optionals--;
    }
  }

  parse(context: ParseContext, text: string, start: number): number {
    const restore = this.isOptional ? context.save() : undefined;
    let at = start;
    for (const part of this.parts) {
      at = part.parse(context, text, at);
      if (at >= 0) continue;
      if (restore === undefined) return at;
      restore();
      return start;
    }
    return at;
  }

  shown(): string {
    const text = this.parts.map((part) => part.shown()).join('');
    return this.isOptional ? `[${text}]` : `(${text})`;
  }
}
