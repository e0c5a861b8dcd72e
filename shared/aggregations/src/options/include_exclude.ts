/**
 * `include` and `exclude` of terms: a regular expression, a list of values, or one of several
 * partitions.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, type ErrorType } from '@skein/errors';
import { parseJavaDouble } from '@skein/mapping';
import {
  checkMaximum,
  type Draft,
  type FieldReaders,
  integerOf,
  isScalar,
  REGEX_LENGTH,
  textOf,
} from '@skein/reading';
import { murmur3, regexpMatcher } from '@skein/search_library';
import type { Key } from '../bucket/merge_buckets.js';
import { clampedLong, missingNumber, type NumberValues } from '../values/number_values.js';
import { readTerm, type TermForm } from '../values/term_form.js';
import { keyText, termBytes, type ValueFormat } from '../values/value_format.js';

export type Chosen =
  | { readonly kind: 'regexp'; readonly expression: string }
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'partition'; readonly partition: number; readonly of: number };

export interface IncludeExclude {
  readonly include: Chosen | undefined;
  readonly exclude: Chosen | undefined;
}

/**
 * Returns true if the key is accepted. It is called once for each distinct term, or for each value
 * of a numeric field.
 */
export type AcceptsKey = (key: Key) => boolean;

function readInclude(json: JsonValue): Chosen {
  return isJsonObject(json) ? partitionOf(json) : readExclude(json);
}

function readExclude(json: JsonValue): Chosen {
  if (isJsonArray(json)) return { kind: 'values', values: json.map(chosenText) };
  return { kind: 'regexp', expression: textOf(json) };
}

function chosenText(json: JsonValue): string {
  if (isScalar(json)) return textOf(json);
  const reason = 'Array elements in include/exclude clauses should be string values';
  throw new ApiError('parse_exception', reason);
}

function partitionOf(json: JsonObject): Chosen {
  let partition: number | undefined;
  let of: number | undefined;
  for (const [key, value = null] of Object.entries(json)) {
    if (key === 'partition') partition = integerOf(value);
    else if (key === 'num_partitions') of = integerOf(value);
    else {
      throw new ApiError('parse_exception', `Unknown parameter in Include/Exclude clause: ${key}`);
    }
  }
  if (partition === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'Missing [partition] parameter for partition-based include',
    );
  }
  if (of === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'Missing [num_partitions] parameter for partition-based include',
    );
  }
  if (partition < 0 || partition >= of) {
    throw new ApiError(
      'illegal_argument_exception',
      `Partition must be >=0 and < numPartition which is ${of}`,
    );
  }
  return { kind: 'partition', partition, of };
}

/**
 * Readers of `include` and `exclude`. The one that is read second is refused if its kind cannot be
 * combined with the kind of the first.
 */
export function choiceReaders(draft: Draft<IncludeExclude>): FieldReaders {
  const take = (member: keyof IncludeExclude, chosen: Chosen): void => {
    draft[member] = chosen;
    checkMix(draft);
  };
  return {
    include: ['object_array_or_string', (value) => take('include', readInclude(value))],
    exclude: ['string_array', (value) => take('exclude', readExclude(value))],
  };
}

function checkMix({ include, exclude }: IncludeExclude): void {
  if (include === undefined || exclude === undefined || include.kind === exclude.kind) return;
  const words = { regexp: 'regex', values: 'set', partition: 'partition' } as const;
  const [of, other] = [words[include.kind], words[exclude.kind]];
  throw new ApiError(
    'illegal_argument_exception',
    include.kind === 'partition'
      ? 'Cannot specify any excludes when using a partition-based include'
      : `Cannot mix a ${of}-based include with a ${other}-based method`,
  );
}

/** All operators of Lucene's `RegExp`, with its default limit of determinized states. */
const EXPRESSIONS = {
  flags: { intersection: true, complement: true, empty: true, anyString: true, interval: true },
  caseInsensitive: false,
  maxDeterminizedStates: 10_000,
} as const;

export function numberForm({ format, numbers }: NumberValues, nowMs: number): NumberForm {
  return { format, nowMs, numbers };
}

/**
 * Returns the test that the keys of a field must pass, or `undefined` if every key is accepted.
 */
export function acceptKeys(
  { include, exclude }: IncludeExclude,
  keys: KeyForm,
  place: Place,
): AcceptsKey | undefined {
  // An empty list of numbers includes all of them in OpenSearch, one of texts none.
  const isAbsent = typeof keys === 'object' && isEmptyList(include);
  const included = isAbsent ? undefined : include && chosen(include, keys, place);
  const excluded = exclude && chosen(exclude, keys, place);
  if (included === undefined && excluded === undefined) return undefined;
  return (key) => (included?.(key) ?? true) && !(excluded?.(key) ?? false);
}

interface Place {
  /** The name of the aggregation, for error messages. */
  readonly name: string;
  /** The settings of the index. */
  readonly settings: ReadonlyMap<string, string>;
  /** The error for a regular expression over numbers and addresses. */
  readonly refusedExpression?: ErrorType | undefined;
}

function isEmptyList(choice: Chosen | undefined): boolean {
  return choice?.kind === 'values' && choice.values.length === 0;
}

/** The form of the keys: of terms, or of numbers. */
type KeyForm = TermForm | NumberForm;

interface NumberForm {
  readonly format: ValueFormat;
  readonly nowMs: number;
  readonly numbers: NumberValues['numbers'];
}

function chosen(choice: Chosen, keys: KeyForm, place: Place): AcceptsKey {
  switch (choice.kind) {
    case 'partition': {
      const areDoubles = typeof keys === 'object' && keys.numbers === 'double';
      return (key) => partitionHash(key, choice.of, areDoubles) === choice.partition;
    }
    case 'regexp': {
      if (keys !== 'text') throw refusedExpression(place, keys);
      checkMaximum(place, choice.expression.length, {
        ...REGEX_LENGTH,
        what: (length) => `The length of regex [${length}] used in the request`,
      });
      const matches = regexpMatcher(choice.expression, EXPRESSIONS);
      return (key) => matches(keyText(String(key)));
    }
    case 'values': {
      const set = new Set<Key>(choice.values.map((value) => keyValue(value, keys)));
      return (key) => set.has(key);
    }
  }
}

function refusedExpression(place: Place, keys: KeyForm): ApiError {
  const { name, refusedExpression: type = 'illegal_argument_exception' } = place;
  const instead =
    typeof keys === 'string'
      ? 'Use an array of values for include/exclude clauses'
      : 'Use an array of numeric values for include/exclude clauses used to filter numeric fields';
  return new ApiError(
    type,
    `Aggregation [${name}] cannot support regular expression style include/exclude settings as they can only be applied to string fields. ${instead}`,
  );
}

function keyValue(value: string, keys: KeyForm): Key {
  if (typeof keys === 'string') return readTerm(value, keys);
  const { format, nowMs, numbers } = keys;
  if (format.kind !== 'raw' && format.kind !== 'decimal')
    return missingNumber(value, format, { nowMs });
  return numbers === 'double' ? parseJavaDouble(value) : wholeKey(value, numbers);
}

/** A whole number, or the greatest one up to a fraction, within the limits of the column. */
function wholeKey(text: string, numbers: 'long' | 'unsigned_long'): Key {
  if (/^[+-]?\d+$/.test(text)) return clampedLong(BigInt(text), numbers);
  const number = Math.floor(parseJavaDouble(text));
  if (Number.isSafeInteger(number) || Number.isNaN(number)) return number || 0;
  return clampedLong(
    Number.isFinite(number) ? BigInt(number) : BEYOND * BigInt(Math.sign(number)),
    numbers,
  );
}

/** More than any column holds. */
const BEYOND = 2n ** 64n;

const SEED = 31;

function partitionHash(key: Key, of: number, isDouble: boolean): number {
  if (typeof key === 'string') {
    const hash = murmur3(termBytes(key), SEED);
    return ((hash % of) + of) % of;
  }
  const long = typeof key === 'bigint' ? key : isDouble ? sortableLong(key) : BigInt(key);
  const mixed = BigInt.asIntN(64, mix64(long));
  const modulus = BigInt(of);
  return Number(((mixed % modulus) + modulus) % modulus);
}

const bits = new Float64Array(1);
const longBits = new BigInt64Array(bits.buffer);

/** The bits of a double as a long, such that longs order as the doubles do. */
function sortableLong(value: number): bigint {
  bits[0] = value;
  const long = longBits[0] ?? 0n;
  return long ^ ((long >> 63n) & 0x7fffffffffffffffn);
}

/**
 * Variant 13 of the mix function of Steele, Lea, Flood (2014), "Fast splittable pseudorandom number
 * generators", as in `BitMixer` of the HPPC library.
 */
function mix64(value: bigint): bigint {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn);
  z = BigInt.asUintN(64, (z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n);
  return z ^ (z >> 32n);
}
