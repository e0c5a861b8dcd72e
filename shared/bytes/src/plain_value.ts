/**
 * Encodes plain data as bytes without loss: objects, lists, maps, sets, typed arrays and scalars.
 * Absent and `undefined` members, bigints, NaN and -0, lone surrogates and a key `__proto__` are
 * preserved.
 *
 *     value  := tag body
 *     key    := varint 0, string (the next key of the table)
 *             | varint n (the n-th key of the table, from 1)
 *
 * Member names are written once per message. Decoded typed arrays have their own memory, so that
 * they can be transferred to a thread, unless `decodePlainViews` decodes them.
 */
import { ByteReader } from './byte_reader.js';
import { ByteWriter } from './byte_writer.js';

/**
 * Limit of a message's nesting: the limit of JSON in a request, and some levels more for the
 * message around the JSON.
 */
const MAX_DEPTH = 2_000;
const LARGEST_ZIGZAG = 2 ** 52 - 1;

const TAG = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  integer: 4,
  double: 5,
  bigint: 6,
  text: 7,
  utf16: 8,
  array: 9,
  object: 10,
  map: 11,
  set: 12,
  typedArray: 13,
} as const;

type TypedArray =
  | Uint8Array
  | Int8Array
  | Uint8ClampedArray
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** A typed array is encoded with the index of its type in this list, which is the format. */
const TYPED_ARRAYS = [
  Uint8Array,
  Int8Array,
  Uint8ClampedArray,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
] as const;

declare const VALUE: unique symbol;

/** The bytes of `encodePlain` of a `T`. Only the type has the member; it says what is inside. */
export type PlainBytes<T> = Uint8Array & { readonly [VALUE]: T };

/**
 * Encodes a value. Throws TypeError if it is not plain data: functions, symbols, instances of
 * classes.
 */
export function encodePlain<T>(value: T): PlainBytes<T> & Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  writePlain(value, out);
  // They are the bytes of a `T`, as the type says.
  return out.toBytes() as PlainBytes<T> & Uint8Array<ArrayBuffer>;
}

/** Appends the bytes of `encodePlain` to the writer. */
export function writePlain(value: unknown, out: ByteWriter): void {
  new Encoder(out).value(value, 0);
}

/** Decodes a value. Throws RangeError when the bytes are not output of `encodePlain`. */
export function decodePlain<T>(bytes: PlainBytes<T>): T;
export function decodePlain(bytes: Uint8Array): unknown;
export function decodePlain(bytes: Uint8Array): unknown {
  return decoded(bytes, Number.POSITIVE_INFINITY);
}

/** `Uint8Array`s of at least this length are views in a value of `decodePlainViews`. */
const LEAST_VIEW_BYTES = 4096;

/**
 * Decodes a value like `decodePlain`. Long `Uint8Array`s in it are views of `bytes`, so the caller
 * must neither change the bytes nor transfer such an array.
 */
export function decodePlainViews(bytes: Uint8Array): unknown {
  return decoded(bytes, LEAST_VIEW_BYTES);
}

function decoded(bytes: Uint8Array, leastViewBytes: number): unknown {
  // A plain Uint8Array is needed: `slice` of a subclass such as Node's Buffer makes a view.
  const reader = new ByteReader(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  const value = new Decoder(reader, leastViewBytes).value(0);
  if (reader.remaining > 0) throw new RangeError(`[${reader.remaining}] bytes left over`);
  return value;
}

class Encoder {
  readonly #out: ByteWriter;
  readonly #keys = new Map<string, number>();

  constructor(out: ByteWriter) {
    this.#out = out;
  }

  value(value: unknown, depth: number): void {
    const out = this.#out;
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'boolean') out.u8(value ? TAG.true : TAG.false);
    else if (value === undefined) out.u8(TAG.undefined);
    else if (value === null) out.u8(TAG.null);
    else if (typeof value === 'bigint') this.#bigint(value);
    else if (typeof value === 'object') this.#object(value, depth + 1);
    else throw new TypeError(`a ${typeof value} is not plain data`);
  }

  #bigint(value: bigint): void {
    this.#out.u8(TAG.bigint);
    this.#out.string(value.toString(36));
  }

  #text(text: string): void {
    if (text.isWellFormed()) {
      this.#out.u8(TAG.text);
      this.#out.string(text);
      return;
    }
    this.#out.u8(TAG.utf16);
    this.#out.varint(text.length);
    for (let i = 0; i < text.length; i++) this.#out.u16(text.charCodeAt(i));
  }

  #number(value: number): void {
    const isInteger = Number.isInteger(value) && Math.abs(value) <= LARGEST_ZIGZAG;
    if (isInteger && !Object.is(value, -0)) {
      this.#out.u8(TAG.integer);
      this.#out.zigzag(value);
    } else {
      this.#out.u8(TAG.double);
      this.#out.f64(value);
    }
  }

  #object(value: object, depth: number): void {
    checkDepth(depth);
    if (Array.isArray(value)) this.#list(TAG.array, value.length, value, depth);
    else if (isRecord(value)) this.#record(value, depth);
    else if (value instanceof Map) this.#map(value, depth);
    else if (value instanceof Set) this.#list(TAG.set, value.size, value, depth);
    else this.#typedArray(value);
  }

  #list(tag: number, length: number, values: Iterable<unknown>, depth: number): void {
    this.#out.u8(tag);
    this.#out.varint(length);
    for (const value of values) this.value(value, depth);
  }

  #record(record: Readonly<Record<string, unknown>>, depth: number): void {
    const keys = Object.keys(record);
    this.#out.u8(TAG.object);
    this.#out.varint(keys.length);
    for (const key of keys) {
      this.#key(key);
      this.value(record[key], depth);
    }
  }

  #key(key: string): void {
    const known = this.#keys.get(key);
    if (known !== undefined) {
      this.#out.varint(known);
      return;
    }
    this.#keys.set(key, this.#keys.size + 1);
    this.#out.varint(0);
    this.#text(key);
  }

  #map(map: ReadonlyMap<unknown, unknown>, depth: number): void {
    this.#out.u8(TAG.map);
    this.#out.varint(map.size);
    for (const [key, value] of map) {
      this.value(key, depth);
      this.value(value, depth);
    }
  }

  #typedArray(value: object): void {
    const kind = TYPED_ARRAYS.findIndex((type) => value instanceof type);
    if (kind < 0)
      throw new TypeError(`an instance of ${value.constructor?.name} is not plain data`);
    const { buffer, byteOffset, byteLength } = value as TypedArray;
    this.#out.u8(TAG.typedArray);
    this.#out.u8(kind);
    this.#out.byteArray(new Uint8Array(buffer, byteOffset, byteLength));
  }
}

class Decoder {
  readonly #in: ByteReader;
  readonly #leastViewBytes: number;
  readonly #keys: string[] = [];

  constructor(reader: ByteReader, leastViewBytes: number) {
    this.#in = reader;
    this.#leastViewBytes = leastViewBytes;
  }

  value(depth: number): unknown {
    const tag = this.#in.u8();
    switch (tag) {
      case TAG.undefined:
        return undefined;
      case TAG.null:
        return null;
      case TAG.false:
        return false;
      case TAG.true:
        return true;
      case TAG.integer:
        return this.#in.zigzag();
      case TAG.double:
        return this.#in.f64();
      case TAG.bigint:
        return bigintOf(this.#in.string());
      case TAG.text:
        return this.#in.string();
      case TAG.utf16:
        return this.#utf16();
      default:
        return this.#composed(tag, depth + 1);
    }
  }

  #composed(tag: number, depth: number): unknown {
    checkDepth(depth);
    switch (tag) {
      case TAG.array:
        return this.#list(depth);
      case TAG.object:
        return this.#record(depth);
      case TAG.map:
        return new Map(this.#entries(depth));
      case TAG.set:
        return new Set(this.#list(depth));
      case TAG.typedArray:
        return this.#typedArray();
      default:
        throw new RangeError(`unknown tag [${tag}]`);
    }
  }

  #utf16(): string {
    const units = this.#count(2);
    let text = '';
    for (let i = 0; i < units; i++) text += String.fromCharCode(this.#in.u16());
    return text;
  }

  #list(depth: number): unknown[] {
    const list: unknown[] = new Array(this.#count(1));
    for (let i = 0; i < list.length; i++) list[i] = this.value(depth);
    return list;
  }

  #record(depth: number): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (let left = this.#count(2); left > 0; left--) {
      const key = this.#key();
      const value = this.value(depth);
      if (key === '__proto__') define(record, key, value);
      else record[key] = value;
    }
    return record;
  }

  #key(): string {
    const place = this.#in.varint();
    if (place > 0) {
      const known = this.#keys[place - 1];
      if (known === undefined) throw new RangeError(`unknown key [${place}]`);
      return known;
    }
    const key = this.value(MAX_DEPTH);
    if (typeof key !== 'string') throw new RangeError('a key is not a string');
    this.#keys.push(key);
    return key;
  }

  #entries(depth: number): [unknown, unknown][] {
    const count = this.#count(2);
    return Array.from({ length: count }, () => [this.value(depth), this.value(depth)]);
  }

  #typedArray(): TypedArray {
    const type = TYPED_ARRAYS[this.#in.u8()];
    const view = this.#in.byteArray();
    if (type === Uint8Array && view.length >= this.#leastViewBytes) return view;
    const bytes = view.slice();
    if (type === undefined || bytes.length % type.BYTES_PER_ELEMENT !== 0) {
      throw new RangeError('not a typed array');
    }
    return type === Uint8Array ? bytes : new type(bytes.buffer);
  }

  /**
   * Reads the count of the elements that follow. `leastBytes`: the minimum length of an element,
   * by which the count is checked, so that damaged bytes cannot reserve memory.
   */
  #count(leastBytes: number): number {
    const count = this.#in.varint();
    if (count * leastBytes > this.#in.remaining)
      throw new RangeError(`count [${count}] exceeds the remaining bytes`);
    return count;
  }
}

function isRecord(value: object): value is Readonly<Record<string, unknown>> {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function define(record: object, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function bigintOf(text: string): bigint {
  const digits = text.startsWith('-') ? text.slice(1) : text;
  let value = 0n;
  for (const digit of digits) {
    const place = Number.parseInt(digit, 36);
    if (Number.isNaN(place)) throw new RangeError(`[${digit}] is not a digit`);
    value = value * 36n + BigInt(place);
  }
  return text.startsWith('-') ? -value : value;
}

function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError(`nested deeper than [${MAX_DEPTH}]`);
}
