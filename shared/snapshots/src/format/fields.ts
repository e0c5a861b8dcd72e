/**
 * Reads members of decoded plain data. The data came from outside: a member of the wrong type or
 * form makes the blob malformed.
 */
import { Malformed } from './envelope.js';

/**
 * A name of a folder or file, in a repository or a shard. It has no separators and cannot be `.` or
 * `..`.
 */
const PLAIN_NAME = /^[\w-][\w.-]{0,254}$/;

export class Fields {
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) throw new Malformed('an object is missing');
    this.#members = value as Readonly<Record<string, unknown>>;
  }

  text(key: string): string {
    return textOf(this.#members[key], key);
  }

  optionalText(key: string): string | undefined {
    const value = this.#members[key];
    return value === undefined ? undefined : textOf(value, key);
  }

  /** A name that may be one part of a path. */
  plainName(key: string): string {
    return plainNameOf(this.#members[key], key);
  }

  optionalPlainName(key: string): string | undefined {
    return optionalPlainNameOf(this.#members[key], key);
  }

  flag(key: string): boolean {
    const value = this.#members[key];
    if (typeof value !== 'boolean') throw new Malformed(`[${key}] is neither true nor false`);
    return value;
  }

  /** A whole number that is at least `least`. */
  count(key: string, least = 0): number {
    const value = this.#members[key];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
      throw new Malformed(`[${key}] is no count`);
    }
    return value;
  }

  optionalCount(key: string, least = 0): number | undefined {
    return this.#members[key] === undefined ? undefined : this.count(key, least);
  }

  optional<T>(key: string, read: (value: unknown) => T): T | undefined {
    const value = this.#members[key];
    return value === undefined ? undefined : read(value);
  }

  optionalBytes(key: string): Uint8Array | undefined {
    const value = this.#members[key];
    if (value !== undefined && !(value instanceof Uint8Array)) {
      throw new Malformed(`[${key}] is no bytes`);
    }
    return value;
  }

  oneOf<T extends string>(key: string, words: readonly T[]): T {
    const value = words.find((word) => word === this.#members[key]);
    if (value === undefined) throw new Malformed(`[${key}] is none of [${words.join(', ')}]`);
    return value;
  }

  list<T>(key: string, read: (value: unknown, key: string) => T): T[] {
    const value = this.#members[key];
    if (!Array.isArray(value)) throw new Malformed(`[${key}] is no list`);
    return value.map((item: unknown) => read(item, key));
  }

  /** Items of the list `from`, given as a typed array of places in it. */
  picked<T>(key: string, from: readonly T[]): T[] {
    const places = this.#members[key];
    if (!(places instanceof Uint32Array)) throw new Malformed(`[${key}] is no list of places`);
    return Array.from(places, (place) => {
      const item = from[place];
      if (item === undefined) throw new Malformed(`[${key}] has place [${place}]`);
      return item;
    });
  }
}

export function textOf(value: unknown, key: string): string {
  if (typeof value !== 'string') throw new Malformed(`[${key}] is no text`);
  return value;
}

export function plainNameOf(value: unknown, key: string): string {
  const name = textOf(value, key);
  if (!PLAIN_NAME.test(name)) throw new Malformed(`[${key}] is no plain name`);
  return name;
}

export function optionalPlainNameOf(value: unknown, key: string): string | undefined {
  return value === undefined ? undefined : plainNameOf(value, key);
}
