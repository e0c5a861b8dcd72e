/** Java's exceptions as values of the script: thrown, caught by class, turned into `caused_by` where the script ends. */
import { JavaObject, type Value } from './value.js';

/** The offset of what nothing said the place of; -1 is that of a function before the first place in it. */
export const UNPLACED = -2;

export class Throwable extends JavaObject {
  readonly className: string;
  readonly message: string | null;
  readonly cause: Throwable | null;
  /** Extra keys of the error body, as `Debug.explain` has. */
  readonly metadata: Readonly<Record<string, string>>;
  /** What the exception's own getters say: `getErrorIndex`, `getFlags`. */
  readonly details: Readonly<Record<string, string | number | null>>;
  /** Offset in the script where it was made, or raised by what it called: then set by the innermost script function it leaves. */
  offset = UNPLACED;

  constructor(
    className: string,
    message: string | null,
    options: {
      cause?: Throwable | null;
      metadata?: Readonly<Record<string, string>>;
      details?: Readonly<Record<string, string | number | null>>;
    } = {},
  ) {
    super();
    this.className = className;
    this.message = message;
    this.cause = options.cause ?? null;
    this.metadata = options.metadata ?? {};
    this.details = options.details ?? {};
  }

  override text(): string {
    return this.message === null ? this.className : `${this.className}: ${this.message}`;
  }
}

const raise =
  (className: string) =>
  (message: string | null): Throwable =>
    new Throwable(className, message);

export const nullPointer = raise('java.lang.NullPointerException');
export const classCast = raise('java.lang.ClassCastException');
export const arithmetic = raise('java.lang.ArithmeticException');
export const indexOutOfBounds = raise('java.lang.IndexOutOfBoundsException');
export const arrayIndex = raise('java.lang.ArrayIndexOutOfBoundsException');
export const stringIndex = raise('java.lang.StringIndexOutOfBoundsException');
export const illegalArgument = raise('java.lang.IllegalArgumentException');
export const illegalState = raise('java.lang.IllegalStateException');
export const numberFormat = raise('java.lang.NumberFormatException');
export const unsupported = raise('java.lang.UnsupportedOperationException');
export const noSuchElement = raise('java.util.NoSuchElementException');
export const concurrentModification = raise('java.util.ConcurrentModificationException');
export const negativeArraySize = raise('java.lang.NegativeArraySizeException');
export const dateTime = raise('java.time.DateTimeException');
export const dateTimeParse = raise('java.time.format.DateTimeParseException');
export const unsupportedTemporal = raise('java.time.temporal.UnsupportedTemporalTypeException');
export const arrayStore = raise('java.lang.ArrayStoreException');
export const stackOverflow = raise('java.lang.StackOverflowError');
export const outOfMemory = raise('java.lang.OutOfMemoryError');
export const painlessError = raise('org.opensearch.painless.PainlessError');

/** What V8 throws when a script goes too far, as Java would have named it. Anything else is a fault of ours and stays. */
export function asThrowable(thrown: unknown): Throwable | undefined {
  if (thrown instanceof Throwable) return thrown;
  if (thrown instanceof RangeError) {
    if (/division by zero/i.test(thrown.message)) return arithmetic('/ by zero');
    return /call stack/i.test(thrown.message)
      ? stackOverflow(null)
      : outOfMemory('Java heap space');
  }
  return thrown instanceof TypeError ? nullPointer(null) : undefined;
}

/** `IllegalArgumentException` -> `illegal_argument_exception`: how the API names a Java class. */
export function wireType(className: string): string {
  const simple = className.slice(
    Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1,
  );
  return simple.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
}

/** The value, or a NullPointerException that says what was attempted, as the JVM words it. */
export function notNull<T extends Value>(value: T, what: string | null = null): NonNullable<T> {
  if (value === null || value === undefined) throw nullPointer(what);
  return value as NonNullable<T>;
}
