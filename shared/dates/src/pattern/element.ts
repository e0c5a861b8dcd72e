/**
 * The elements of a compiled date pattern: the vocabulary of java.time's DateTimeFormatterBuilder,
 * on which OpenSearch's formats are based. Plain data; parsing and printing are in their own files.
 */
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

export type TextSet = 'month' | 'weekday' | 'halfDay' | 'era';

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
  | { readonly kind: 'text'; readonly field: Field; readonly set: TextSet; readonly full: boolean }
  /** `style`: the form of minutes and seconds after the hours; `zero`: the text for offset zero. */
  | { readonly kind: 'offset'; readonly style: OffsetStyle; readonly zero: string }
  | { readonly kind: 'zone' }
  | { readonly kind: 'optional'; readonly elements: readonly Element[] };

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

export const ZONE_OR_OFFSET: Element = { kind: 'zone' };

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
