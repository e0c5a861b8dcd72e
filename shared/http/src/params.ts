/**
 * Query parameters as a typed table: `{ size: integerParam, refresh: orDefault(booleanParam, false)
 * }`. A parameter is a parser with OpenSearch's error messages; an endpoint declares its table and
 * receives typed values. Parameters outside the table are refused as unrecognized, so a table also
 * documents its endpoint.
 */
import { javaDouble, javaDoubleFault, parseByteSize } from '@skein/base';
import { ApiError, readTimeMs } from '@skein/errors';

export interface Param<T> {
  /** Name of the type in documentation: `boolean`, `integer`, `time`, `list`, … */
  readonly kind: string;
  parse(name: string, text: string): T;
  /** The value when the parameter is absent. */
  readonly fallback: T;
}

export type ParamTable = Readonly<Record<string, Param<unknown>>>;

/** The values of a table; a parameter without default may be `undefined`. */
export type ParamValues<P extends ParamTable> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};

type Optional<T> = Param<T | undefined>;

export function orDefault<T>(param: Optional<T>, fallback: NoInfer<T>): Param<T> {
  return {
    kind: param.kind,
    fallback,
    parse: (name, text) => param.parse(name, text) ?? fallback,
  };
}

export const stringParam: Optional<string> = {
  kind: 'string',
  fallback: undefined,
  parse: (_name, text) => text,
};

/** `?pretty` without a value means true. */
export const booleanParam: Optional<boolean> = {
  kind: 'boolean',
  fallback: undefined,
  parse: (_name, text) => {
    if (text === 'true' || text === '') return true;
    if (text === 'false') return false;
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse value [${text}] as only [true] or [false] are allowed.`,
    );
  },
};

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;

/** A 32-bit integer. */
export const integerParam: Optional<number> = {
  kind: 'integer',
  fallback: undefined,
  parse: (name, text) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= INT_MIN && value <= INT_MAX) return value;
    throw numberError('int', name, text);
  },
};

/** A 64-bit integer; a bigint when a double cannot hold it. */
export const longParam: Optional<number | bigint> = {
  kind: 'long',
  fallback: undefined,
  parse: (name, text) => {
    if (!/^[+-]?\d+$/.test(text)) throw numberError('long', name, text);
    const value = BigInt(text.replace(/^\+/, ''));
    if (BigInt.asIntN(64, value) !== value) throw numberError('long', name, text);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  },
};

/** A number of single precision, written as Java's `Float.parseFloat` reads it. */
export const floatParam: Optional<number> = {
  kind: 'float',
  fallback: undefined,
  parse: (name, text) => {
    const value = javaDouble(text);
    if (value === undefined) throw numberError('float', name, text, javaDoubleFault(text));
    return Math.fround(value);
  },
};

function numberError(
  kind: string,
  name: string,
  text: string,
  fault = `For input string: "${text}"`,
): ApiError {
  const cause = new ApiError('number_format_exception', fault);
  return new ApiError(
    'illegal_argument_exception',
    `Failed to parse ${kind} parameter [${name}] with value [${text}]`,
    { cause },
  );
}

/** A duration, in milliseconds; `-1` is no limit. */
export const timeParam: Optional<number> = {
  kind: 'time',
  fallback: undefined,
  parse: readTimeMs,
};

/** A size, in bytes. */
export const bytesParam: Optional<number> = {
  kind: 'bytes',
  fallback: undefined,
  parse: (name, text) => {
    const size = parseByteSize(text);
    if (size !== undefined) return size;
    throw new ApiError(
      'parse_exception',
      `failed to parse setting [${name}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  },
};

/** Comma-separated; empty parts are dropped, and `?x=` is the empty list. */
export const listParam: Optional<readonly string[]> = {
  kind: 'list',
  fallback: undefined,
  parse: (_name, text) => splitList(text),
};

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** One of a closed set of words. `refuse` makes the endpoint's error message. */
export function enumParam<const T extends string>(
  values: readonly T[],
  refuse: (name: string, text: string) => string = (name, text) =>
    `No enum constant for parameter [${name}] with value [${text}], expected one of [${values.join(', ')}]`,
): Optional<T> {
  return {
    kind: `enum(${values.join('|')})`,
    fallback: undefined,
    parse: (name, text) => {
      const value = values.find((candidate) => candidate === text.toLowerCase());
      if (value !== undefined) return value;
      throw new ApiError('illegal_argument_exception', refuse(name, text));
    },
  };
}

/** Comma-separated words of a closed set. */
export function enumListParam<const T extends string>(
  values: readonly T[],
  refuse?: (name: string, text: string) => string,
): Optional<readonly T[]> {
  const one = refuse === undefined ? enumParam(values) : enumParam(values, refuse);
  return {
    kind: `list of ${one.kind}`,
    fallback: undefined,
    parse: (name, text) => splitList(text).flatMap((part) => one.parse(name, part) ?? []),
  };
}

/** Reads a whole table from the parameters of a request. */
export function readParams<P extends ParamTable>(
  table: P,
  given: ReadonlyMap<string, string>,
): ParamValues<P> {
  const values: Record<string, unknown> = { ...fallbacks(table) };
  for (const [name, text] of given) {
    if (Object.hasOwn(table, name)) values[name] = table[name]?.parse(name, text);
  }
  return values as ParamValues<P>;
}

const knownFallbacks = new WeakMap<ParamTable, Readonly<Record<string, unknown>>>();

/** The values of a table when no parameter is given, made once. */
function fallbacks(table: ParamTable): Readonly<Record<string, unknown>> {
  const known = knownFallbacks.get(table);
  if (known !== undefined) return known;
  const entries = Object.entries(table).map(([name, param]) => [name, param.fallback]);
  const made: Readonly<Record<string, unknown>> = Object.fromEntries(entries);
  knownFallbacks.set(table, made);
  return made;
}
