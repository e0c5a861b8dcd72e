/** Values that are neither numbers nor collections but part of the language: arrays and functions. */
import type { Type } from '../class_table.js';
import { JavaObject } from './value.js';

/** A Java array. Elements are in the form of the element type: unboxed for primitives. */
export class JArray extends JavaObject {
  readonly className: string;
  readonly element: Type;
  readonly items: unknown[];

  constructor(element: Type, items: unknown[]) {
    super();
    this.className = `${element}[]`;
    this.element = element;
    this.items = items;
  }

  override text(): string {
    return `[${this.element}@${this.hashCode().toString(16)}`;
  }
}

/** What an element of the type holds before it is set. */
export function zeroValue(element: Type): unknown {
  if (element === 'boolean') return false;
  if (element === 'long') return 0n;
  return /^(?:byte|short|char|int|float|double)$/.test(element) ? 0 : null;
}

export type NativeFunction = (...args: never[]) => unknown;

/** A lambda, a reference, or a function the library made; `fn` takes and gives values in the form of the interface's method. */
export class JFunction extends JavaObject {
  /** The interface it stands for; `def` while only a dynamic call will say which. */
  readonly className: string;
  readonly fn: (...args: unknown[]) => unknown;
  /** Of a `def` function that is a reference: makes the function for so many arguments. */
  readonly forCount: ((count: number) => (...args: unknown[]) => unknown) | undefined;

  constructor(
    className: string,
    fn: NativeFunction,
    forCount?: (count: number) => (...args: unknown[]) => unknown,
  ) {
    super();
    this.className = className;
    this.fn = fn as (...args: unknown[]) => unknown;
    this.forCount = forCount;
  }

  override text(): string {
    return `${this.className}$$Lambda@${this.hashCode().toString(16)}`;
  }
}
