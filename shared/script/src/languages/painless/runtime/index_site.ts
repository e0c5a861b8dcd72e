/** `x[i]` where `x` may be anything that has elements or entries: what the place knows of its index. */
import type { Type } from '../class_table.js';
import { defToNumber } from './convert.js';
import { Throwable } from './throwable.js';
import type { Value } from './value.js';

/** Types an int can be taken from and put back into, as `MethodHandle.asType` wants it. */
const INDEXES: ReadonlySet<Type> = new Set([
  'def',
  'int',
  'java.lang.Integer',
  'java.lang.Number',
  'java.lang.Object',
]);

export class IndexSite {
  readonly #isIndex: boolean;
  readonly #type: Type;
  readonly #at: number;

  /** `at`: where it is found out what is addressed, which is before the place of reading it. */
  constructor(type: Type, at: number) {
    this.#isIndex = INDEXES.has(type);
    this.#type = type;
    this.#at = at;
  }

  /** An index of a list or an array, which `owner` names. */
  index(index: Value, owner: string): number {
    if (typeof index === 'number') return index;
    try {
      if (this.#isIndex) return defToNumber(index, 'int', false) as number;
    } catch (error) {
      throw this.failed(error as Throwable);
    }
    const simple = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
    const type = simple(this.#type);
    const words = `cannot convert MethodHandle(${simple(owner)},int)int to (Object,${type})${type}`;
    throw this.failed(new Throwable('java.lang.invoke.WrongMethodTypeException', words));
  }

  failed(thrown: Throwable): Throwable {
    thrown.offset = this.#at;
    return thrown;
  }
}
