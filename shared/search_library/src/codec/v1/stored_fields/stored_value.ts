/**
 * Stored field values (JSON) as tagged bytes. Unlike JSON text, they keep longs beyond 2^53
 * (`bigint`) and byte strings. Keys are defined, never assigned: `__proto__` is an ordinary key of
 * user data.
 */
import { assert } from '@skein/base';
import type { ByteReader, ByteWriter } from '@skein/bytes';

const TAG = {
  null: 0,
  false: 1,
  true: 2,
  number: 3,
  bigint: 4,
  string: 5,
  bytes: 6,
  array: 7,
  object: 8,
} as const;

function writeValue(out: ByteWriter, value: unknown): void {
  if (value === null || value === undefined) out.u8(TAG.null);
  else if (typeof value === 'boolean') out.u8(value ? TAG.true : TAG.false);
  else if (typeof value === 'number') {
    out.u8(TAG.number);
    out.f64(value);
  } else if (typeof value === 'bigint') {
    out.u8(TAG.bigint);
    out.string(value.toString());
  } else if (typeof value === 'string') {
    out.u8(TAG.string);
    out.string(value);
  } else if (value instanceof Uint8Array) {
    out.u8(TAG.bytes);
    out.byteArray(value);
  } else if (Array.isArray(value)) {
    out.u8(TAG.array);
    out.varint(value.length);
    for (const item of value) writeValue(out, item);
  } else {
    assert(typeof value === 'object', `cannot store a ${typeof value}`);
    out.u8(TAG.object);
    writeRecord(out, value);
  }
}

export function writeRecord(out: ByteWriter, record: object): void {
  const entries: readonly [string, unknown][] = Object.entries(record);
  out.varint(entries.length);
  for (const [key, value] of entries) {
    out.string(key);
    writeValue(out, value);
  }
}

export function readValue(input: ByteReader): unknown {
  const tag = input.u8();
  switch (tag) {
    case TAG.null:
      return null;
    case TAG.false:
      return false;
    case TAG.true:
      return true;
    case TAG.number:
      return input.f64();
    case TAG.bigint:
      return BigInt(input.string());
    case TAG.string:
      return input.string();
    case TAG.bytes:
      return input.byteArray().slice();
    case TAG.array:
      return Array.from({ length: input.varint() }, () => readValue(input));
    case TAG.object:
      return readRecord(input);
    default:
      throw new RangeError(`unknown tag [${tag}] of a stored value`);
  }
}

export function readRecord(input: ByteReader): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let count = input.varint(); count > 0; count--) {
    const key = input.string();
    const value = readValue(input);
    Object.defineProperty(record, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return record;
}
