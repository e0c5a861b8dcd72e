/**
 * The elements of a compiled date pattern: the vocabulary of java.time's DateTimeFormatterBuilder,
 * on which OpenSearch's formats are based. Plain data; parsing and printing are in their own files.
 */
import type { NameLength } from '../zone_names/zone_names.js';
import type { Field } from './fields.js';

/**
 * `exceedsPad`: more digits than `min` need a sign; `never`: digits only; `normal`: a minus is
 * allowed.
 */
export type SignStyle = 'exceedsPad' | 'never' | 'normal';

export interface NumberElement {
  readonly kind: 'number';
  readonly field: Field;
  readonly min: number;
  readonly max: number;
  readonly sign: SignStyle;
}

export type TextSet = 'month' | 'weekday' | 'halfDay' | 'era' | 'quarter';
export type TextWidth = 'full' | 'short' | 'narrow';

export type Element =
  | NumberElement
  | { readonly kind: 'twoDigitYear'; readonly field: Field }
  | {
      readonly kind: 'fraction';
      readonly min: number;
      readonly max: number;
      readonly point: boolean;
    }
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'text';
      readonly field: Field;
      readonly set: TextSet;
      readonly width: TextWidth;
    }
  /** `style`: the form of minutes and seconds after the hours; `zero`: the text for offset zero. */
  | { readonly kind: 'offset'; readonly style: OffsetStyle; readonly zero: string }
  /** `GMT+2`; if full, `GMT+02:00`. */
  | { readonly kind: 'gmtOffset'; readonly isFull: boolean }
  | ZoneElement
  /** Filled with spaces at its left. */
  | { readonly kind: 'padded'; readonly width: number; readonly element: Element }
  | { readonly kind: 'optional'; readonly elements: readonly Element[] };

export interface ZoneElement {
  readonly kind: 'zone';
  /** How an offset in the place of a zone is written: `+02:00`, or `+0200` and `+02` as well. */
  readonly offsets: 'withColon' | 'any';
  readonly names?: ZoneNaming;
}

/** The names that a zone may have in a text beside its id; without, it is printed as its id. */
interface ZoneNaming {
  readonly length: NameLength;
  /** True for the name all year, `PT`; false for that of the instant, `PDT`. */
  readonly isGeneral: boolean;
}

export type OffsetStyle = '+HH' | '+HHmm' | '+HHMM' | '+HH:MM' | '+HHMMss' | '+HH:MM:ss';

export function number(
  field: Field,
  min: number,
  max: number = min,
  sign: SignStyle = 'never',
): NumberElement {
  return { kind: 'number', field, min, max, sign };
}

export function literal(text: string): Element {
  return { kind: 'literal', text };
}

export function optional(...elements: Element[]): Element {
  return { kind: 'optional', elements };
}

export function fraction(min: number, max: number, point: boolean): Element {
  return { kind: 'fraction', min, max, point };
}

export function offset(style: OffsetStyle, zero = 'Z'): Element {
  return { kind: 'offset', style, zero };
}

export const ZONE_OR_OFFSET: Element = { kind: 'zone', offsets: 'any' };

/**
 * Number of digits that the element always takes, 0 when it varies. A number before it must leave
 * that many digits (`yyyyMMdd`).
 */
export function fixedWidth(element: Element | undefined): number {
  if (element?.kind === 'number' && element.sign === 'never') {
    return element.min === element.max ? element.min : 0;
  }
  if (element?.kind === 'fraction' && !element.point && element.min === element.max) {
    return element.min;
  }
  return 0;
}
