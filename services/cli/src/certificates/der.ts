/** The little of DER (ITU-T X.690) that a certificate is written in: tag, length, content. */

type Bytes = Uint8Array;

export function sequence(...parts: readonly Bytes[]): Bytes {
  return tagged(0x30, ...parts);
}

export function set(...parts: readonly Bytes[]): Bytes {
  return tagged(0x31, ...parts);
}

export function bool(value: boolean): Bytes {
  return tagged(0x01, Uint8Array.of(value ? 0xff : 0));
}

/** Not negative; big-endian. */
export function integer(bytes: Bytes): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  return (short[0] ?? 0) >= 0x80 ? tagged(0x02, Uint8Array.of(0), short) : tagged(0x02, short);
}

export function octets(content: Bytes): Bytes {
  return tagged(0x04, content);
}

/** `unused`: bits at the end that do not count. */
export function bits(content: Bytes, unused = 0): Bytes {
  return tagged(0x03, Uint8Array.of(unused), content);
}

export function utf8(text: string): Bytes {
  return tagged(0x0c, Buffer.from(text, 'utf8'));
}

/** `2.5.4.3` and the like. */
export function oid(text: string): Bytes {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return tagged(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** To the second: UTCTime before 2050, GeneralizedTime from then on (RFC 5280 §4.1.2.5). */
export function time(date: Date): Bytes {
  const digits = date.toISOString().replace(/[-:T]|\.\d{3}/g, '');
  const early = date.getUTCFullYear() < 2050;
  return tagged(early ? 0x17 : 0x18, Buffer.from(early ? digits.slice(2) : digits, 'ascii'));
}

/** A field's own tag: `explicit` wraps a whole value, otherwise it stands for the value's tag. */
export function context(number: number, content: Bytes, { explicit = false } = {}): Bytes {
  return tagged((explicit ? 0xa0 : 0x80) | number, content);
}

function tagged(tag: number, ...parts: readonly Bytes[]): Bytes {
  const content = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Bytes {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.of(0x80 | bytes.length, ...bytes);
}

function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}
