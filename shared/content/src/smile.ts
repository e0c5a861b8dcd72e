/**
 * Converts JSON to Smile (FasterXML's Smile Format Specification 1.0.4), as Jackson does for
 * OpenSearch's responses: a repeated member name is a reference to its earlier occurrence; string
 * values are always written in full. The conversion pauses, so that other requests get their turn.
 */
import { MAX_ANSWER_DEPTH } from './answer_limits.js';
import { inPieces } from './answer_pieces.js';
import { type BinaryFormat, writeToken } from './binary_tokens.js';
import { JsonBuffer } from './json_buffer.js';
import { JsonReader } from './json_reader.js';

/** `:)\n`, version 0; names are shared and raw binary may occur. */
const HEADER = Uint8Array.of(0x3a, 0x29, 0x0a, 0x05);
const EMPTY_TEXT = 0x20;
const INT = 0x24;
const LONG = 0x25;
const BIG_INTEGER = 0x26;
const FLOAT = 0x28;
const DOUBLE = 0x29;
const LONG_ASCII = 0xe0;
const LONG_UNICODE = 0xe4;
const END_OF_TEXT = 0xfc;
const SMALL_INT = 0xc0;
const BYTES = {
  openObject: 0xfa,
  closeObject: 0xfb,
  openList: 0xf8,
  closeList: 0xf9,
  null: 0x21,
  false: 0x22,
  true: 0x23,
};
/** First bytes of member names. They are not those of values: the specification has two tables. */
const NAME = {
  empty: 0x20,
  longReference: 0x30,
  long: 0x34,
  reference: 0x40,
  ascii: 0x80,
  unicode: 0xc0,
};
/** The most names in the table of references. */
const MOST_NAMES = 1024;
/** References below this number take one byte, others two. */
const SHORT_REFERENCES = 64;
/** The longest names whose first byte has their length, in bytes. */
const MOST_NAME_BYTES = 64;
const MOST_UNICODE_NAME_BYTES = 57;
/**
 * The bytes from this one on must not occur in a reference, since they would look like the end of
 * the content.
 */
const RESERVED = 0xfe;

const encoder = new TextEncoder();
const number = new DataView(new ArrayBuffer(8));

/** Converts JSON to pieces of Smile, in order. */
export function* toSmile(json: Uint8Array): Generator<void, Uint8Array[]> {
  const reader = new JsonReader(json, { maxDepth: MAX_ANSWER_DEPTH });
  const output = new JsonBuffer();
  output.raw(HEADER);
  const smile = new Smile(output);
  return yield* inPieces(output, () => writeToken(reader, output, smile));
}

class Smile implements BinaryFormat {
  readonly bytes = BYTES;
  readonly #output: JsonBuffer;
  readonly #names = new Map<string, number>();
  /**
   * Number of names in the table of the document's recipient. A name whose reference would have a
   * reserved byte is written in full again, which gives it another number.
   */
  #seen = 0;

  constructor(output: JsonBuffer) {
    this.#output = output;
  }

  name(name: string): void {
    const output = this.#output;
    if (name === '') {
      output.character(NAME.empty);
      return;
    }
    const known = this.#names.get(name);
    if (known !== undefined && (known & 0xff) < RESERVED) {
      this.#reference(known);
      return;
    }
    const bytes = encoder.encode(name);
    const isAscii = bytes.length === name.length;
    if (bytes.length > (isAscii ? MOST_NAME_BYTES : MOST_UNICODE_NAME_BYTES)) {
      output.character(NAME.long);
      output.raw(bytes);
      output.character(END_OF_TEXT);
    } else {
      output.character(isAscii ? NAME.ascii + bytes.length - 1 : NAME.unicode + bytes.length - 2);
      output.raw(bytes);
    }
    this.#remember(name);
  }

  #reference(to: number): void {
    if (to < SHORT_REFERENCES) {
      this.#output.character(NAME.reference + to);
      return;
    }
    this.#output.character(NAME.longReference + (to >> 8));
    this.#output.character(to & 0xff);
  }

  /** Gives the name the next number, as the recipient does. A full table is emptied first. */
  #remember(name: string): void {
    if (this.#seen === MOST_NAMES) {
      this.#names.clear();
      this.#seen = 0;
    }
    this.#names.set(name, this.#seen++);
  }

  text(text: string): void {
    const output = this.#output;
    if (text === '') {
      output.character(EMPTY_TEXT);
      return;
    }
    const bytes = encoder.encode(text);
    const { length } = bytes;
    const isAscii = length === text.length;
    const isShort = length <= (isAscii ? 64 : 65);
    if (!isShort) output.character(isAscii ? LONG_ASCII : LONG_UNICODE);
    // "Tiny" and "small" texts, ASCII or Unicode: four ranges of 32 lengths each.
    else if (isAscii) output.character(length <= 32 ? 0x40 + length - 1 : 0x60 + length - 33);
    else output.character(length <= 33 ? 0x80 + length - 2 : 0xa0 + length - 34);
    output.raw(bytes);
    if (!isShort) output.character(END_OF_TEXT);
  }

  fraction(value: number): void {
    if (Math.fround(value) === value) {
      number.setFloat32(0, value);
      this.#output.character(FLOAT);
      this.#sevenBits(BigInt(number.getUint32(0)), 5);
      return;
    }
    number.setFloat64(0, value);
    this.#output.character(DOUBLE);
    this.#sevenBits(number.getBigUint64(0), 10);
  }

  integer(value: bigint): void {
    const output = this.#output;
    if (value >= -16n && value < 16n) {
      output.character(SMALL_INT + Number(zigzag(value)));
      return;
    }
    if (BigInt.asIntN(64, value) !== value) {
      this.#bigInteger(value);
      return;
    }
    output.character(BigInt.asIntN(32, value) === value ? INT : LONG);
    this.#variable(zigzag(value));
  }

  /** Writes as many groups of seven bits as necessary. The last has six bits, and bit 7 set. */
  #variable(value: bigint): void {
    const groups = [0x80 | Number(value & 0x3fn)];
    for (let rest = value >> 6n; rest > 0n; rest >>= 7n) groups.unshift(Number(rest & 0x7fn));
    for (const group of groups) this.#output.character(group);
  }

  /** Writes a fixed number of groups of seven bits, the highest first. */
  #sevenBits(value: bigint, groups: number): void {
    for (let at = groups - 1; at >= 0; at--) {
      this.#output.character(Number((value >> BigInt(7 * at)) & 0x7fn));
    }
  }

  /**
   * Writes two's complement like Java's BigInteger: the length, then the bytes in groups of seven
   * bits, with the remaining bits in the last.
   */
  #bigInteger(value: bigint): void {
    let length = 1;
    while (BigInt.asIntN(8 * length, value) !== value) length++;
    this.#output.character(BIG_INTEGER);
    this.#variable(BigInt(length));
    const bits = BigInt.asUintN(8 * length, value);
    const whole = Math.floor((8 * length) / 7);
    const left = 8 * length - 7 * whole;
    this.#sevenBits(bits >> BigInt(left), whole);
    if (left > 0) this.#output.character(Number(bits & ((1n << BigInt(left)) - 1n)));
  }
}

/** Maps small numbers of either sign to small unsigned ones. */
function zigzag(value: bigint): bigint {
  return value < 0n ? -2n * value - 1n : 2n * value;
}
