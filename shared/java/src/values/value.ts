/**
 * The JavaScript representation of script values.
 *
 * A reference (`def`, `Object`, an element of a list) is one of: null, string = String, boolean =
 * Boolean, number = Integer, bigint = Long, and objects of the classes here for everything else: no
 * host object is ever a value. A primitive of a known static type is unboxed: byte, short, char,
 * int, float, double are numbers, long is a bigint, boolean a boolean.
 */
import { doubleText, floatText } from '../numbers/number_text.js';

export type Value = null | string | boolean | number | bigint | JavaObject;

/** The root of all classes that a script can access. */
export abstract class JavaObject {
  /** Java's name of the class, which determines its allowed methods. */
  abstract readonly className: string;

  equals(other: Value): boolean {
    return this === other;
  }

  hashCode(): number {
    return identityHash(this);
  }

  /** Compares with another object of the class; undefined if they have no order. */
  compareTo(_other: this): number | undefined {
    return undefined;
  }

  text(): string {
    return `${this.className}@${(this.hashCode() >>> 0).toString(16)}`;
  }

  /**
   * A text that is the same exactly for equal values; undefined if they are compared by identity.
   */
  key(): string | undefined {
    return undefined;
  }
}

const identities = new WeakMap<JavaObject, number>();
let nextIdentity = 0x1b2c3d;

function identityHash(object: JavaObject): number {
  let hash = identities.get(object);
  if (hash === undefined) {
    nextIdentity = (Math.imul(nextIdentity, 1103515245) + 12345) | 0;
    hash = nextIdentity & 0x7fffffff;
    identities.set(object, hash);
  }
  return hash;
}

/** A boxed number that is neither Integer nor Long, or a Character. */
export abstract class Box extends JavaObject {
  readonly value: number;
  protected abstract readonly mark: string;

  constructor(value: number) {
    super();
    this.value = value;
  }

  override equals(other: Value): boolean {
    return (
      other instanceof Box &&
      other.className === this.className &&
      sameDouble(other.value, this.value)
    );
  }

  override hashCode(): number {
    return this.value;
  }

  override text(): string {
    return String(this.value);
  }

  override key(): string {
    return `${this.mark}${Object.is(this.value, -0) ? '-0' : this.value}`;
  }
}

function sameDouble(a: number, b: number): boolean {
  return Object.is(a, b);
}

const scratch = new DataView(new ArrayBuffer(8));

export class JDouble extends Box {
  override readonly className: string = 'java.lang.Double';
  protected override readonly mark: string = 'd';
  override hashCode(): number {
    return hashDouble(this.value);
  }
  override text(): string {
    return doubleText(this.value);
  }
}

export class JFloat extends Box {
  override readonly className: string = 'java.lang.Float';
  protected override readonly mark: string = 'f';
  override hashCode(): number {
    scratch.setFloat32(0, this.value);
    return scratch.getInt32(0);
  }
  override text(): string {
    return floatText(this.value);
  }
}

export class JByte extends Box {
  override readonly className: string = 'java.lang.Byte';
  protected override readonly mark: string = 'b';
}

export class JShort extends Box {
  override readonly className: string = 'java.lang.Short';
  protected override readonly mark: string = 'h';
}

export class JChar extends Box {
  override readonly className: string = 'java.lang.Character';
  protected override readonly mark: string = 'c';
  override text(): string {
    return String.fromCharCode(this.value);
  }
}

export function hashDouble(value: number): number {
  scratch.setFloat64(0, Number.isNaN(value) ? NaN : value);
  return scratch.getInt32(0) ^ scratch.getInt32(4);
}

export function hashLong(value: bigint): number {
  return Number(BigInt.asIntN(32, value ^ (BigInt.asUintN(64, value) >> 32n)));
}

export function hashString(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** `Objects.hashCode`. */
export function hashOf(value: Value): number {
  switch (typeof value) {
    case 'string':
      return hashString(value);
    case 'number':
      return value;
    case 'bigint':
      return hashLong(value);
    case 'boolean':
      return value ? 1231 : 1237;
    default:
      return value === null ? 0 : value.hashCode();
  }
}

/** `Objects.equals`: Integer 1 and Long 1 differ. */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  return a instanceof JavaObject && b !== null && a.equals(b);
}

/** `String.valueOf`. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  return value instanceof JavaObject ? value.text() : String(value);
}

/** The class of a value at run time. */
export function classNameOf(value: NonNullable<Value>): string {
  switch (typeof value) {
    case 'string':
      return 'java.lang.String';
    case 'number':
      return 'java.lang.Integer';
    case 'bigint':
      return 'java.lang.Long';
    case 'boolean':
      return 'java.lang.Boolean';
    default:
      return value.className;
  }
}

/** A key of a JavaScript Map that is the same exactly for equal values. */
export function mapKey(value: Value): unknown {
  if (typeof value === 'string') return value.charCodeAt(0) === 0 ? `\0s${value}` : value;
  if (!(value instanceof JavaObject)) return value;
  const key = value.key();
  return key === undefined ? value : `\0${key}`;
}

/** `mapKey` as text, prefixed by its length, for the keys of containers. */
export function keyText(value: Value): string {
  const key =
    value instanceof JavaObject
      ? (value.key() ?? `@${value.hashCode()}`)
      : `${typeof value}${String(value)}`;
  return `${key.length}:${key}`;
}
