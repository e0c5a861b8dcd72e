/**
 * Java's exceptions as script values: thrown, caught by class, and converted to `caused_by` at the
 * end of the script.
 */
import { JavaObject, type Value } from './value.js';

/**
 * The offset of an exception without a position; -1 is that of a function before its first
 * position.
 */
export const UNPLACED = -2;

export class Throwable extends JavaObject {
  readonly className: string;
  readonly message: string | null;
  readonly cause: Throwable | null;
  /** Additional keys of the error body, as used by `Debug.explain`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Results of the exception's own getters: `getErrorIndex`, `getFlags`. */
  readonly details: Readonly<Record<string, string | number | null>>;
  /**
   * The offset in the script at which it was created, or at which a callee raised it: then the
   * innermost script function it leaves sets the offset.
   */
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

/** The message of the JVM for a cast of an object to a class of the module `java.base`. */
export function castMessage(from: string, to: string): string {
  const base = "in module java.base of loader 'bootstrap'";
  const where = from.startsWith('org.opensearch.')
    ? `${from} is in unnamed module of loader 'app'; ${to} is ${base}`
    : `${from} and ${to} are ${base}`;
  return `class ${from} cannot be cast to class ${to} (${where})`;
}
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

/**
 * Maps V8's errors for scripts that exceed limits to Java's. Any other error is a bug of ours and
 * is left as it is.
 */
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

/**
 * Maps `IllegalArgumentException` to `illegal_argument_exception`, the API's name of a Java class.
 */
export function wireType(className: string): string {
  const simple = className.slice(
    Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1,
  );
  return simple.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
}

/**
 * Returns the value, or throws a NullPointerException that describes the attempt in the JVM's
 * words.
 */
export function notNull<T extends Value>(value: T, what: string | null = null): NonNullable<T> {
  if (value === null || value === undefined) throw nullPointer(what);
  return value;
}
