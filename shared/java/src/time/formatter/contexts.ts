/** The state of printing and parsing dates and times, and the interface of their elements. */

import type { Locale } from '../../text/locale.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { JavaObject, type Value } from '../../values/value.js';
import type { ZoneId } from '../zone.js';

/** `DecimalStyle`: the number signs in dates. */
export class DecimalStyle extends JavaObject {
  readonly className: string = 'java.time.format.DecimalStyle';
  readonly zero: string;
  readonly positive: string;
  readonly negative: string;
  readonly decimal: string;

  constructor(zero: string, positive: string, negative: string, decimal: string) {
    super();
    this.zero = zero;
    this.positive = positive;
    this.negative = negative;
    this.decimal = decimal;
  }

  /** Converts ASCII digits to those of the style. */
  localized(digits: string): string {
    const shift = this.zero.charCodeAt(0) - 48;
    if (shift === 0) return digits;
    return digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + shift));
  }

  /** The value of a digit; -1 if the character is no digit of the style. */
  digit(text: string, at: number): number {
    const value = text.charCodeAt(at) - this.zero.charCodeAt(0);
    return value >= 0 && value <= 9 ? value : -1;
  }

  override equals(other: Value): boolean {
    return other instanceof DecimalStyle && other.text() === this.text();
  }

  override text(): string {
    return `DecimalStyle[${this.zero}${this.positive}${this.negative}${this.decimal}]`;
  }

  override key(): string {
    return this.text();
  }
}

export const STANDARD_STYLE = new DecimalStyle('0', '+', '-', '.');

export interface PrintContext {
  /**
   * Reads a field; null if it is missing inside an optional section. Throws if it is missing
   * elsewhere.
   */
  field(field: EnumConstant): bigint | null;
  /** The printed object. */
  readonly temporal: JavaObject;
  readonly locale: Locale;
  readonly style: DecimalStyle;
  readonly zone: ZoneId | undefined;
  /** The nesting depth of optional sections. */
  optionals: number;
}

export class ParseContext {
  readonly locale: Locale;
  readonly style: DecimalStyle;
  isStrict = true;
  isCaseSensitive = true;
  fields = new Map<EnumConstant, bigint>();
  zone: ZoneId | undefined;
  leapSecond = false;

  constructor(locale: Locale, style: DecimalStyle) {
    this.locale = locale;
    this.style = style;
  }

  /** A context for a nested parser, with the settings of this one and no values. */
  nested(): ParseContext {
    const made = new ParseContext(this.locale, this.style);
    made.isStrict = this.isStrict;
    made.isCaseSensitive = this.isCaseSensitive;
    return made;
  }

  /** Records a field's value; a second value must be equal. */
  set(field: EnumConstant, value: bigint, at: number, end: number): number {
    const known = [...this.fields].find(([one]) => one.equals(field));
    if (known !== undefined && known[1] !== value) return ~at;
    this.fields.set(known?.[0] ?? field, value);
    return end;
  }

  get(field: EnumConstant): bigint | undefined {
    return this.fields.get(field);
  }

  startsWith(text: string, part: string, at: number): boolean {
    const found = text.slice(at, at + part.length);
    return this.isCaseSensitive ? found === part : found.toLowerCase() === part.toLowerCase();
  }

  /** Saves the state and returns a function that restores it if an optional section fails. */
  save(): () => void {
    const { fields, zone, isStrict, isCaseSensitive } = this;
    this.fields = new Map(fields);
    return () => {
      this.fields = fields;
      this.zone = zone;
      this.isStrict = isStrict;
      this.isCaseSensitive = isCaseSensitive;
    };
  }
}

export interface Element {
  /** Returns the text; null ends an optional section. Throws if a field is missing. */
  print(context: PrintContext): string | null;
  /** Returns the end of the text read, or the complement of the position of an error. */
  parse(context: ParseContext, text: string, at: number): number;
  shown(): string;
}
