/** Numbers in dates: values of a given width, two-digit years, fractions of a second. */
import type { EnumConstant } from '../../values/enum_constant.js';
import { dateTime } from '../../values/throwable.js';
import { rangeOf } from '../time_fields.js';
import type { Element, ParseContext, PrintContext } from './contexts.js';

export type SignStyle = 'NORMAL' | 'ALWAYS' | 'NEVER' | 'NOT_NEGATIVE' | 'EXCEEDS_PAD';

const sized = (value: bigint): bigint => (value < 0n ? -value : value);

export class NumberElement implements Element {
  readonly field: EnumConstant;
  readonly min: number;
  readonly max: number;
  readonly sign: SignStyle;
  /**
   * The number of digits that belong to following values; -1 for a fixed width that precedes such
   * values.
   */
  readonly subsequent: number;

  constructor(field: EnumConstant, min: number, max: number, sign: SignStyle, subsequent = 0) {
    this.field = field;
    this.min = min;
    this.max = max;
    this.sign = sign;
    this.subsequent = subsequent;
  }

  fixed(): NumberElement {
    if (this.subsequent === -1) return this;
    return new NumberElement(this.field, this.min, this.max, this.sign, -1);
  }

  withSubsequent(width: number): NumberElement {
    const { field, min, max, sign, subsequent } = this;
    return new NumberElement(field, min, max, sign, subsequent + width);
  }

  /** True if directly following values take their digits from it. */
  isFixedWidth(context: ParseContext): boolean {
    return (
      this.subsequent === -1 ||
      (this.subsequent > 0 && this.min === this.max && this.sign === 'NOT_NEGATIVE') ||
      (context.isStrict && this.min === this.max && this.sign === 'NOT_NEGATIVE')
    );
  }

  valueToPrint(value: bigint): bigint {
    return value;
  }

  print(context: PrintContext): string | null {
    const read = context.field(this.field);
    if (read === null) return null;
    const value = this.valueToPrint(read);
    const digits = String(sized(value));
    if (digits.length > this.max)
      throw dateTime(
        `Field ${this.field.text()} cannot be printed as the value ${value} exceeds the maximum print width of ${this.max}`,
      );
    const shown = context.style.localized(digits).padStart(this.min, context.style.zero);
    return this.#signOf(value, context) + shown;
  }

  #signOf(value: bigint, { style }: PrintContext): string {
    if (value >= 0n) {
      const exceeds =
        this.sign === 'EXCEEDS_PAD' && this.min < 19 && value >= 10n ** BigInt(this.min);
      return exceeds || this.sign === 'ALWAYS' ? style.positive : '';
    }
    if (this.sign === 'NOT_NEGATIVE')
      throw dateTime(
        `Field ${this.field.text()} cannot be printed as the value ${value} cannot be negative according to the SignStyle`,
      );
    return this.sign === 'NEVER' ? '' : style.negative;
  }

  parse(context: ParseContext, text: string, start: number): number {
    if (start >= text.length) return ~start;
    const sign = this.#parseSign(context, text.charAt(start));
    if (sign === undefined) return ~start;
    const at = start + (sign === 0 ? 0 : 1);
    const isFixed = this.isFixedWidth(context);
    const least = context.isStrict || isFixed ? this.min : 1;
    if (at + least > text.length) return ~at;
    const end = this.#digitsEnd(context, text, at);
    if (end < 0) return end;
    return this.#note(context, text, { at, end, sign });
  }

  /** Returns 1 or -1, 0 for no sign, and undefined for an invalid sign. */
  #parseSign(context: ParseContext, first: string): number | undefined {
    const isFixed = this.min === this.max;
    if (first === context.style.positive)
      return this.#accepts(true, context.isStrict, isFixed) ? 1 : undefined;
    if (first === context.style.negative)
      return this.#accepts(false, context.isStrict, isFixed) ? -1 : undefined;
    return this.sign === 'ALWAYS' && context.isStrict ? undefined : 0;
  }

  #accepts(positive: boolean, strict: boolean, fixedWidth: boolean): boolean {
    if (this.sign === 'NORMAL') return !positive || !strict;
    if (this.sign === 'ALWAYS' || this.sign === 'EXCEEDS_PAD') return true;
    return !strict && !fixedWidth;
  }

  #digitsEnd(context: ParseContext, text: string, at: number): number {
    const isFixed = this.isFixedWidth(context);
    const most = (context.isStrict || isFixed ? this.max : 9) + Math.max(this.subsequent, 0);
    const least = context.isStrict || isFixed ? this.min : 1;
    let end = at;
    while (end < text.length && end < at + most && context.style.digit(text, end) >= 0) end++;
    if (end - at < least) return ~at;
    if (this.subsequent <= 0) return end;
    return at + Math.max(least, end - at - this.subsequent);
  }

  #note(
    context: ParseContext,
    text: string,
    { at, end, sign }: { at: number; end: number; sign: number },
  ): number {
    let value = 0n;
    for (let i = at; i < end; i++) value = value * 10n + BigInt(context.style.digit(text, i));
    if (sign < 0) {
      if (value === 0n && context.isStrict) return ~(at - 1);
      value = -value;
    } else if (this.sign === 'EXCEEDS_PAD' && context.isStrict) {
      const width = end - at;
      if (sign > 0 && width <= this.min) return ~(at - 1);
      if (sign === 0 && width > this.min) return ~at;
    }
    // Java leaves the last digit of a number beyond a long.
    if (BigInt.asIntN(64, value) === value)
      return this.noteValue(context, value, { start: at, end });
    return this.noteValue(context, value / 10n, { start: at, end: end - 1 });
  }

  noteValue(context: ParseContext, value: bigint, span: { start: number; end: number }): number {
    return context.set(this.field, value, span.start, span.end);
  }

  shown(): string {
    const name = this.field.text();
    if (this.min === 1 && this.max === 19 && this.sign === 'NORMAL') return `Value(${name})`;
    if (this.min === this.max && this.sign === 'NOT_NEGATIVE') return `Value(${name},${this.min})`;
    return `Value(${name},${this.min},${this.max},${this.sign})`;
  }
}

/** A year of which only the last digits are written; `base` determines the century. */
export class ReducedElement extends NumberElement {
  readonly base: number;

  constructor(field: EnumConstant, min: number, max: number, base: number, subsequent = 0) {
    super(field, min, max, 'NOT_NEGATIVE', subsequent);
    this.base = base;
  }

  override fixed(): NumberElement {
    return new ReducedElement(this.field, this.min, this.max, this.base, -1);
  }

  override withSubsequent(width: number): NumberElement {
    return new ReducedElement(this.field, this.min, this.max, this.base, this.subsequent + width);
  }

  override isFixedWidth(context: ParseContext): boolean {
    return context.isStrict && super.isFixedWidth(context);
  }

  override valueToPrint(value: bigint): bigint {
    const size = sized(value);
    const base = BigInt(this.base);
    if (value >= base && value < base + 10n ** BigInt(this.min))
      return size % 10n ** BigInt(this.min);
    return size % 10n ** BigInt(this.max);
  }

  override noteValue(
    context: ParseContext,
    value: bigint,
    { start, end }: { start: number; end: number },
  ): number {
    const range = 10n ** BigInt(this.min);
    if (end - start !== this.min || value < 0n) return context.set(this.field, value, start, end);
    const base = BigInt(this.base);
    const low = ((base % range) + range) % range;
    const full = base - low + value;
    return context.set(this.field, full < base ? full + range : full, start, end);
  }

  override shown(): string {
    return `ReducedValue(${this.field.text()},${this.min},${this.max},${this.base === 2000 ? '2000-01-01' : this.base})`;
  }
}

export class FractionElement implements Element {
  readonly #field: EnumConstant;
  readonly #min: number;
  readonly #max: number;
  readonly #point: boolean;

  constructor(field: EnumConstant, min: number, max: number, point: boolean) {
    this.#field = field;
    this.#min = min;
    this.#max = max;
    this.#point = point;
  }

  print(context: PrintContext): string | null {
    const value = context.field(this.#field);
    if (value === null) return null;
    const range = rangeOf(this.#field);
    const size = range.max - range.min + 1n;
    const digits = String(((value - range.min) * 10n ** 9n) / size).padStart(9, '0');
    const needed = digits.replace(/0+$/, '').length;
    const shown = digits.slice(0, Math.min(Math.max(needed, this.#min), this.#max));
    if (shown === '') return '';
    return (this.#point ? context.style.decimal : '') + context.style.localized(shown);
  }

  parse(context: ParseContext, text: string, start: number): number {
    const least = context.isStrict ? this.#min : 0;
    const most = context.isStrict ? this.#max : 9;
    let at = start;
    if (start >= text.length) return least > 0 ? ~start : start;
    if (this.#point) {
      if (text.charAt(start) !== context.style.decimal) return least > 0 ? ~start : start;
      at++;
    }
    let end = at;
    while (end < text.length && end < at + most && context.style.digit(text, end) >= 0) end++;
    if (end - at < least) return ~at;
    const digits = Array.from({ length: end - at }, (_, i) =>
      context.style.digit(text, at + i),
    ).join('');
    const range = rangeOf(this.#field);
    const size = range.max - range.min + 1n;
    const value = (BigInt(digits) * size) / 10n ** BigInt(digits.length) + range.min;
    return context.set(this.#field, value, at, end);
  }

  shown(): string {
    return `Fraction(${this.#field.text()},${this.#min},${this.#max}${this.#point ? ',DecimalPoint' : ''})`;
  }
}
