/**
 * The index of `x[i]`, if `x` may be anything with elements or entries: its static type and
 * position.
 */
import { defToNumber, Throwable, type Type, type Value } from '@skein/java';

/** Types that can be converted to int and back, as `MethodHandle.asType` requires. */
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

  /** `at` is the position at which the index is resolved, before that of the read. */
  constructor(type: Type, at: number) {
    this.#isIndex = INDEXES.has(type);
    this.#type = type;
    this.#at = at;
  }

  /** The index of a list or an array; `owner` is its name in errors. */
  index(index: Value, owner: string): number {
    if (typeof index === 'number') return index;
    try {
      if (this.#isIndex) return Number(defToNumber(index, 'int', false));
    } catch (error) {
      throw error instanceof Throwable ? this.failed(error) : error;
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
