/**
 * A pull parser over UTF-8 JSON: one pass, no copies except requested strings. Documents are
 * indexed straight from it; request bodies become values. It knows each token's byte range, so
 * parts of a document can be spliced unchanged. Strict RFC 8259, and like OpenSearch: a duplicate
 * name in an object is refused; nesting and the lengths of numbers and names are bounded.
 */
import type { ApiError } from '@skein/errors';
import {
  describeCharacter,
  failureAt,
  isIdentifierByte,
  type JsonLocation,
  type JsonPlace,
  locate,
  unexpectedAt,
  unrecognizedAt,
} from './json_failure.js';
import { scanNumber, smallInteger } from './json_number.js';
import { afterMark, decodeText, isPlain, isSimpleEscape, unescapeText } from './json_text.js';
import { JSON_TOKEN, type JsonToken } from './json_token.js';
import { type MemberLimits, tooMany } from './member_limits.js';
import { asciiText, internName } from './name_table.js';
import { OpenContainers } from './open_containers.js';
import type { JsonValue } from './value.js';

/** OpenSearch's limits (it configures Jackson's StreamReadConstraints). */
export const MAX_DEPTH = 1000;
const MAX_NAME_LENGTH = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;

/** Limit of short strings, which are cheaper to build byte by byte than with the decoder. */
const SHORT_STRING = 24;

export interface JsonReaderOptions {
  readonly start?: number;
  readonly end?: number;
  readonly maxDepth?: number;
}

const OWN_MEMBER = { enumerable: true, writable: true, configurable: true };

/** The states of the grammar: the tokens that are allowed next. */
const EXPECT_VALUE = 0;
const EXPECT_FIRST_NAME = 1;
const EXPECT_FIRST_ELEMENT = 2;
const EXPECT_NEXT = 3;
const EXPECT_END = 4;

/** Number of values between two pauses. */
const PAUSE_INTERVAL = 100;

function isContainer(token: JsonToken): boolean {
  return token === JSON_TOKEN.START_OBJECT || token === JSON_TOKEN.START_ARRAY;
}

function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__') Object.defineProperty(object, name, { ...OWN_MEMBER, value });
  else object[name] = value;
}

export class JsonReader implements JsonPlace {
  /** The token that `next()` found last. */
  token: JsonToken = JSON_TOKEN.END;
  /** The last field name. */
  name = '';
  /** Byte range of the token, quotes included; for containers, of their bracket. */
  tokenStart = 0;
  tokenEnd = 0;

  bytes: Uint8Array;
  #end: number;
  readonly #maxDepth: number;
  #position: number;
  #expect = EXPECT_VALUE;
  #depth = 0;
  #escaped = false;
  #plainEscapes = true;
  #ascii = true;
  #integral = false;
  readonly #containers = new OpenContainers();
  /** Limit of the bytes of a text, without its quotes. */
  #longest = Number.POSITIVE_INFINITY;
  #sincePause = 0;

  constructor(bytes: Uint8Array, { start, end, maxDepth }: JsonReaderOptions = {}) {
    this.bytes = bytes;
    this.#end = end ?? bytes.length;
    this.#position = start || afterMark(bytes, this.#end);
    this.#maxDepth = maxDepth ?? MAX_DEPTH;
  }

  /** Starts again at the beginning of other bytes. */
  restart(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.#end = bytes.length;
    this.#position = afterMark(bytes, this.#end);
    this.#expect = EXPECT_VALUE;
    this.#depth = 0;
  }

  get end(): number {
    return this.#end;
  }

  get openContainer(): 'Object' | 'Array' | undefined {
    if (this.#depth === 0) return undefined;
    return this.#containers.isObject(this.#depth - 1) ? 'Object' : 'Array';
  }

  get depth(): number {
    return this.#depth;
  }

  /** Offset of the first unread byte. */
  get position(): number {
    return this.#position;
  }

  /** Moves to the next token; `END` after the root value, where only white space may follow. */
  next(): JsonToken {
    const byte = this.#skipSpace();
    switch (this.#expect) {
      case EXPECT_VALUE:
        return this.#readValue(byte);
      case EXPECT_FIRST_NAME:
        return byte === CLOSE_BRACE ? this.#close(JSON_TOKEN.END_OBJECT) : this.#readName(byte);
      case EXPECT_FIRST_ELEMENT:
        return byte === CLOSE_BRACKET ? this.#close(JSON_TOKEN.END_ARRAY) : this.#readValue(byte);
      case EXPECT_NEXT:
        return this.#readNext(byte);
      default:
        return this.#readEnd(byte);
    }
  }

  /** The string, or the digits of the number, or the literal. */
  text(): string {
    if (this.token === JSON_TOKEN.FIELD_NAME) return this.name;
    if (this.token !== JSON_TOKEN.STRING) {
      return asciiText(this.bytes, this.tokenStart, this.tokenEnd);
    }
    return this.#stringAt(this.tokenStart + 1, this.tokenEnd - 1);
  }

  /** True if the string is ASCII, as it is or after `unescapeAscii` has decoded its escapes. */
  get isAscii(): boolean {
    return this.#ascii && this.#plainEscapes && this.token === JSON_TOKEN.STRING;
  }

  get hasEscapes(): boolean {
    return this.#escaped;
  }

  /** True if the number has neither fraction nor exponent. */
  isInteger(): boolean {
    return this.#integral;
  }

  /** The number; a `bigint` when it is an integer outside ±2^53. */
  number(): number | bigint {
    const length = this.tokenEnd - this.tokenStart;
    if (this.#integral && length <= 15)
      return smallInteger(this.bytes, this.tokenStart, this.tokenEnd);
    const text = asciiText(this.bytes, this.tokenStart, this.tokenEnd);
    const value = Number(text);
    return this.#integral && !Number.isSafeInteger(value) ? BigInt(text) : value;
  }

  /** Moves from a START token to its END; does nothing for other tokens. */
  skipChildren(): void {
    if (this.token !== JSON_TOKEN.START_OBJECT && this.token !== JSON_TOKEN.START_ARRAY) return;
    const outside = this.#depth - 1;
    while (this.#depth > outside) this.next();
  }

  /** The current value with all its contents; leaves the reader on the value's last token. */
  value(): JsonValue {
    switch (this.token) {
      case JSON_TOKEN.START_OBJECT:
        return this.#objectValue();
      case JSON_TOKEN.START_ARRAY: {
        const items: JsonValue[] = [];
        while (this.next() !== JSON_TOKEN.END_ARRAY) items.push(this.value());
        return items;
      }
      case JSON_TOKEN.STRING:
        return this.text();
      case JSON_TOKEN.NUMBER:
        return this.number();
      case JSON_TOKEN.TRUE:
        return true;
      case JSON_TOKEN.FALSE:
        return false;
      default:
        return null;
    }
  }

  /** The same value, with a pause about every hundred values, so that other work can run. */
  *valueInPieces(most: MemberLimits): Generator<void, JsonValue> {
    this.#longest = most.bytes;
    if (this.token === JSON_TOKEN.START_ARRAY) {
      const items: JsonValue[] = [];
      while (this.next() !== JSON_TOKEN.END_ARRAY) {
        if (++this.#sincePause % PAUSE_INTERVAL === 0) yield;
        if (items.length === most.elements) throw this.#tooMany(['elements', most.elements]);
        items.push(isContainer(this.token) ? yield* this.valueInPieces(most) : this.value());
      }
      return items;
    }
    if (this.token !== JSON_TOKEN.START_OBJECT) return this.value();
    const object: Record<string, JsonValue> = {};
    for (let count = 0; this.next() === JSON_TOKEN.FIELD_NAME; count++) {
      const name = this.name;
      if (count === most.members) throw this.#tooMany(['members', most.members]);
      this.next();
      if (++this.#sincePause % PAUSE_INTERVAL === 0) yield;
      setMember(
        object,
        name,
        isContainer(this.token) ? yield* this.valueInPieces(most) : this.value(),
      );
    }
    return object;
  }

  /** Location of the current token. */
  location(): JsonLocation {
    return locate(this.bytes, this.tokenStart);
  }

  #tooMany(what: Parameters<typeof tooMany>[2]): ApiError {
    return tooMany(this, this.#position, what);
  }

  #objectValue(): JsonValue {
    const object: Record<string, JsonValue> = {};
    while (this.next() === JSON_TOKEN.FIELD_NAME) {
      const name = this.name;
      this.next();
      setMember(object, name, this.value());
    }
    return object;
  }

  #skipSpace(): number {
    const { bytes } = this;
    let at = this.#position;
    for (; at < this.#end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > 0x20) break;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        this.#position = at;
        throw unexpectedAt(
          this,
          this.#position,
          'only regular white space (\\r, \\n, \\t) is allowed between tokens',
        );
      }
    }
    this.#position = at;
    return at < this.#end ? (bytes[at] ?? 0) : -1;
  }

  #readNext(byte: number): JsonToken {
    const inObject = this.#containers.isObject(this.#depth - 1);
    if (byte === COMMA) {
      this.#position++;
      const following = this.#skipSpace();
      return inObject ? this.#readName(following) : this.#readValue(following);
    }
    if (inObject && byte === CLOSE_BRACE) return this.#close(JSON_TOKEN.END_OBJECT);
    if (!inObject && byte === CLOSE_BRACKET) return this.#close(JSON_TOKEN.END_ARRAY);
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      const [found, wanted] = byte === CLOSE_BRACE ? ['}', ']'] : [']', '}'];
      throw failureAt(
        this,
        this.#position,
        'json_parse_exception',
        `Unexpected close marker '${found}': expected '${wanted}'`,
      );
    }
    throw unexpectedAt(
      this,
      this.#position,
      `was expecting comma to separate ${inObject ? 'Object' : 'Array'} entries`,
    );
  }

  #readEnd(byte: number): JsonToken {
    if (byte === -1) {
      this.tokenStart = this.#position;
      this.tokenEnd = this.#position;
      this.token = JSON_TOKEN.END;
      return this.token;
    }
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      throw failureAt(
        this,
        this.#position,
        'json_parse_exception',
        `Unexpected close marker '${String.fromCharCode(byte)}': no object or array is open`,
      );
    }
    throw unexpectedAt(
      this,
      this.#position,
      'was expecting the end of the input after the root value',
    );
  }

  #readName(byte: number): JsonToken {
    if (byte !== QUOTE) {
      throw unexpectedAt(this, this.#position, 'was expecting double-quote to start field name');
    }
    this.#scanString('field name');
    const start = this.tokenStart + 1;
    const end = this.tokenEnd - 1;
    if (end - start > MAX_NAME_LENGTH) {
      throw failureAt(
        this,
        this.#position,
        'stream_constraints_exception',
        `Name length (${end - start}) exceeds the maximum allowed (${MAX_NAME_LENGTH})`,
      );
    }
    this.name =
      this.#ascii && !this.#escaped
        ? internName(this.bytes, start, end)
        : this.#stringAt(start, end);
    if (!this.#containers.addName(this.#depth - 1, this.name)) {
      this.#position = this.tokenStart;
      throw failureAt(
        this,
        this.#position,
        'json_parse_exception',
        `Duplicate field '${this.name}'`,
      );
    }
    if (this.#skipSpace() !== COLON) {
      throw unexpectedAt(
        this,
        this.#position,
        'was expecting a colon to separate field name and value',
      );
    }
    this.#position++;
    this.#expect = EXPECT_VALUE;
    this.token = JSON_TOKEN.FIELD_NAME;
    return this.token;
  }

  #readValue(byte: number): JsonToken {
    switch (byte) {
      case OPEN_BRACE:
        return this.#open(JSON_TOKEN.START_OBJECT);
      case OPEN_BRACKET:
        return this.#open(JSON_TOKEN.START_ARRAY);
      case QUOTE:
        this.#scanString();
        return this.#scalar(JSON_TOKEN.STRING);
      case 0x74:
        return this.#literal('true', JSON_TOKEN.TRUE);
      case 0x66:
        return this.#literal('false', JSON_TOKEN.FALSE);
      case 0x6e:
        return this.#literal('null', JSON_TOKEN.NULL);
      default:
        if (byte === MINUS || (byte >= 0x30 && byte <= 0x39)) return this.#readNumber();
        if (isIdentifierByte(byte)) throw unrecognizedAt(this, this.#position);
        throw unexpectedAt(
          this,
          this.#position,
          "expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
        );
    }
  }

  #readNumber(): JsonToken {
    const scanned = scanNumber(this, this.#position);
    this.#integral = (scanned & 1) === 1;
    this.tokenStart = this.#position;
    this.tokenEnd = scanned >>> 1;
    this.#position = this.tokenEnd;
    return this.#scalar(JSON_TOKEN.NUMBER);
  }

  #scalar(token: JsonToken): JsonToken {
    this.#expect = this.#depth === 0 ? EXPECT_END : EXPECT_NEXT;
    this.token = token;
    return token;
  }

  #open(token: typeof JSON_TOKEN.START_OBJECT | typeof JSON_TOKEN.START_ARRAY): JsonToken {
    if (this.#depth >= this.#maxDepth) {
      throw failureAt(
        this,
        this.#position,
        'stream_constraints_exception',
        `Document nesting depth (${this.#depth + 1}) exceeds the maximum allowed (${this.#maxDepth})`,
      );
    }
    const isObject = token === JSON_TOKEN.START_OBJECT;
    this.#containers.open(this.#depth, isObject);
    this.#depth++;
    this.#expect = isObject ? EXPECT_FIRST_NAME : EXPECT_FIRST_ELEMENT;
    return this.#bracket(token);
  }

  #close(token: typeof JSON_TOKEN.END_OBJECT | typeof JSON_TOKEN.END_ARRAY): JsonToken {
    this.#depth--;
    this.#expect = this.#depth === 0 ? EXPECT_END : EXPECT_NEXT;
    return this.#bracket(token);
  }

  #bracket(token: JsonToken): JsonToken {
    this.tokenStart = this.#position;
    this.#position++;
    this.tokenEnd = this.#position;
    this.token = token;
    return token;
  }

  #literal(word: string, token: JsonToken): JsonToken {
    const start = this.#position;
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[start + i] !== word.charCodeAt(i) || start + i >= this.#end) {
        throw unrecognizedAt(this, this.#position);
      }
    }
    if (isIdentifierByte(this.bytes[start + word.length] ?? 0) && start + word.length < this.#end) {
      throw unrecognizedAt(this, this.#position);
    }
    this.tokenStart = start;
    this.tokenEnd = start + word.length;
    this.#position = this.tokenEnd;
    return this.#scalar(token);
  }

  /** Scans from the opening quote past the closing one. */
  #scanString(what = 'a String value'): void {
    const { bytes } = this;
    const end = Math.min(this.#end, this.#position + 2 + this.#longest);
    let at = this.#position + 1;
    let seen = 0;
    this.#escaped = false;
    this.#plainEscapes = true;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      seen |= byte;
      if (isPlain(byte)) continue;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        this.#escaped = true;
        at++;
        if (!isSimpleEscape(bytes[at] ?? 0)) this.#plainEscapes = false;
      } else {
        this.#position = at;
        throw failureAt(
          this,
          this.#position,
          'json_parse_exception',
          `Illegal unquoted character ${describeCharacter(this.bytes, at, end)}: has to be escaped using backslash to be included in string value`,
        );
      }
    }
    if (at >= end) {
      if (end < this.#end) throw this.#tooMany(['bytes', this.#longest]);
      this.#position = end;
      throw failureAt(
        this,
        this.#position,
        'json_e_o_f_exception',
        `Unexpected end-of-input in ${what}`,
      );
    }
    this.#ascii = seen < 0x80;
    this.tokenStart = this.#position;
    this.tokenEnd = at + 1;
    this.#position = at + 1;
  }

  #stringAt(start: number, end: number): string {
    if (this.#escaped) return unescapeText(this.bytes, start, end);
    if (this.#ascii && end - start <= SHORT_STRING) return asciiText(this.bytes, start, end);
    return decodeText(this.bytes, start, end);
  }
}
