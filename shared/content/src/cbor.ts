/**
 * Converts JSON to CBOR (RFC 8949), with pauses. Objects and lists have no length in front, as in
 * OpenSearch's responses. Numbers have the shortest form that keeps their value: JSON does not tell
 * a float from a double, which OpenSearch writes by their types.
 */
import { MAX_ANSWER_DEPTH } from './answer_limits.js';
import { inPieces } from './answer_pieces.js';
import { type BinaryFormat, writeToken } from './binary_tokens.js';
import { JsonBuffer } from './json_buffer.js';
import { JsonReader } from './json_reader.js';

/** Values of the upper three bits of a first byte (§3.1). */
const MAJOR = { unsigned: 0, negative: 1, text: 3, tag: 6 } as const;
const FLOAT = 0xfa;
const DOUBLE = 0xfb;
const BREAK = 0xff;
const BYTES = {
  openObject: 0xbf,
  closeObject: BREAK,
  openList: 0x9f,
  closeList: BREAK,
  false: 0xf4,
  true: 0xf5,
  null: 0xf6,
};
/** Tags of integers beyond 64 bits, and their major type (§3.4.3). */
const BIGNUM = { positive: 2, negative: 3, bytes: 2 } as const;

const encoder = new TextEncoder();
const number = new DataView(new ArrayBuffer(8));

/** Converts JSON to pieces of CBOR, in order. */
export function* toCbor(json: Uint8Array): Generator<void, Uint8Array[]> {
  const reader = new JsonReader(json, { maxDepth: MAX_ANSWER_DEPTH });
  const output = new JsonBuffer();
  const format: BinaryFormat = {
    bytes: BYTES,
    name: (name) => writeText(name, output),
    text: (text) => writeText(text, output),
    integer: (value) => writeInteger(value, output),
    fraction: (value) => writeFraction(value, output),
  };
  return yield* inPieces(output, () => writeToken(reader, output, format));
}

function writeText(text: string, output: JsonBuffer): void {
  const bytes = encoder.encode(text);
  writeHead(MAJOR.text, BigInt(bytes.length), output);
  output.raw(bytes);
}

/** Writes the kind and its argument, in as few bytes as possible (§3). */
function writeHead(major: number, argument: bigint, output: JsonBuffer): void {
  const kind = major << 5;
  if (argument < 24n) {
    output.character(kind | Number(argument));
    return;
  }
  const [code, bytes] = widthOf(argument);
  output.character(kind | code);
  number.setBigUint64(0, argument);
  output.raw(new Uint8Array(number.buffer, 8 - bytes, bytes));
}

/** The code that announces the argument's bytes, and their number. */
function widthOf(argument: bigint): readonly [code: number, bytes: number] {
  if (argument < 0x100n) return [24, 1];
  if (argument < 0x10000n) return [25, 2];
  if (argument < 0x100000000n) return [26, 4];
  return [27, 8];
}

function writeFraction(value: number, output: JsonBuffer): void {
  const isFloat = Math.fround(value) === value;
  output.character(isFloat ? FLOAT : DOUBLE);
  if (isFloat) number.setFloat32(0, value);
  else number.setFloat64(0, value);
  output.raw(new Uint8Array(number.buffer, 0, isFloat ? 4 : 8));
}

function writeInteger(value: bigint, output: JsonBuffer): void {
  const argument = value < 0n ? -1n - value : value;
  if (argument < 1n << 64n) {
    writeHead(value < 0n ? MAJOR.negative : MAJOR.unsigned, argument, output);
    return;
  }
  const bytes: number[] = [];
  for (let rest = argument; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  writeHead(MAJOR.tag, BigInt(value < 0n ? BIGNUM.negative : BIGNUM.positive), output);
  writeHead(BIGNUM.bytes, BigInt(bytes.length), output);
  output.raw(Uint8Array.from(bytes));
}
