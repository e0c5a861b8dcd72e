/** Values of the language that are neither numbers nor collections: arrays and functions. */
import type { Type } from '../class_table.js';
import { JavaObject, type Value } from '../values/value.js';

/** A Java array. Elements have the form of the element type: unboxed for primitives. */
export class JArray extends JavaObject {
  readonly className: string;
  readonly element: Type;
  readonly items: Value[];

  constructor(element: Type, items: Value[]) {
    super();
    this.className = `${element}[]`;
    this.element = element;
    this.items = items;
  }

  /** The items of an array of numbers other than `long`, or of `char`. */
  get numbers(): number[] {
    return this.items as number[];
  }

  /** The items of an array of `long`. */
  get longs(): bigint[] {
    return this.items as bigint[];
  }

  override text(): string {
    return `[${this.element}@${this.hashCode().toString(16)}`;
  }
}

/** The initial value of an element of the type. */
export function zeroValue(element: Type): Value {
  if (element === 'boolean') return false;
  if (element === 'long') return 0n;
  return /^(?:byte|short|char|int|float|double)$/.test(element) ? 0 : null;
}

type NativeFunction = (...args: never[]) => unknown;

/**
 * A lambda, a method reference, or a function created by the library; `fn` takes and returns values
 * in the form of the interface's method.
 */
export class JFunction extends JavaObject {
  /** The interface it implements; `def` until a dynamic call determines it. */
  readonly className: string;
  readonly fn: (...args: Value[]) => Value;
  /** For a `def` function that is a reference: creates the function for a number of arguments. */
  readonly forCount: ((count: number) => (...args: Value[]) => Value) | undefined;

  constructor(className: string, fn: NativeFunction, forCount?: (count: number) => NativeFunction) {
    super();
    this.className = className;
    // Its callers pass what the method of the interface takes.
    this.fn = fn as (...args: Value[]) => Value;
    this.forCount = forCount as JFunction['forCount'];
  }

  override text(): string {
    return `${this.className}$$Lambda@${this.hashCode().toString(16)}`;
  }
}
