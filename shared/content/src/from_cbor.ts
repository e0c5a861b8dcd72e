/**
 * Converts CBOR (RFC 8949) to JSON, with pauses, as OpenSearch reads it: byte strings become
 * base64, integers of any length stay exact, other tags are ignored, `undefined` is `null`, integer
 * names become text.
 */
import { PIECE_BYTES } from './answer_limits.js';
import { BinaryInput } from './binary_input.js';
import { joinBytes } from './encode_json.js';
import { JsonAssembler } from './json_assembler.js';

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;
const BREAK = 0xff;
const INDEFINITE = 31;
const LAST_SIMPLE = 23;
/** Simple values with a meaning (§3.3); the others are numbers, as in Jackson. */
const SIMPLE: Readonly<Record<number, string>> = {
  20: 'false',
  21: 'true',
  22: 'null',
  23: 'null',
};
const FLOAT_BITS = { simple: 24, half: 25, single: 26, double: 27 } as const;
const BIGNUM = { positive: 2n, negative: 3n } as const;

interface Container {
  readonly isObject: boolean;
  /** Number of items or pairs to come; `undefined` up to a break. */
  left: bigint | undefined;
}

export function* fromCbor(cbor: Uint8Array): Generator<void, Uint8Array> {
  const reader = new CborReader(cbor);
  for (let paused = 0; reader.token(); ) {
    if (reader.work - paused < PIECE_BYTES) continue;
    paused = reader.work;
    yield;
  }
  return reader.json.finish();
}

class CborReader {
  readonly json: JsonAssembler;
  readonly #input: BinaryInput;
  readonly #open: Container[] = [];
  #isNameNext = false;
  #tag: bigint | undefined;

  constructor(cbor: Uint8Array) {
    this.#input = new BinaryInput(cbor, 'CBOR');
    this.json = new JsonAssembler(cbor.length);
  }

  /** Bytes that were read and written so far. */
  get work(): number {
    return this.#input.position + this.json.length;
  }

  /** Converts the next token; false: there is no more. */
  token(): boolean {
    const container = this.#open.at(-1);
    if (container === undefined && this.#input.atEnd) return this.#ended();
    if (container?.left === 0n) {
      this.#close(container);
      return true;
    }
    const head = this.#input.byte();
    if (head === BREAK) this.#break(container);
    else if (head >> 5 === MAJOR.tag) this.#tag = this.#argument(head & 31);
    else this.#item(head >> 5, head & 31);
    return true;
  }

  #ended(): boolean {
    if (this.#tag !== undefined) throw this.#input.endOfInput();
    return false;
  }

  #break(container: Container | undefined): void {
    const isExpected = container !== undefined && container.left === undefined;
    if (!isExpected || this.#tag !== undefined || (container.isObject && !this.#isNameNext)) {
      throw this.#input.malformed('a break where none may be');
    }
    this.#close(container);
  }

  #close({ isObject }: Container): void {
    this.#open.pop();
    this.json.close(isObject);
    this.#valueDone();
  }

  #item(major: number, info: number): void {
    const tag = this.#tag;
    this.#tag = undefined;
    if (this.#isNameNext) {
      this.json.name(this.#name(major, info));
      this.#isNameNext = false;
    } else if (major === MAJOR.array || major === MAJOR.map) {
      this.#container(major === MAJOR.map, info);
    } else {
      this.#scalar(major, info, tag);
      this.#valueDone();
    }
  }

  #name(major: number, info: number): string {
    if (major === MAJOR.text || major === MAJOR.bytes) {
      return this.#input.decode(this.#string(major, info));
    }
    if (major === MAJOR.unsigned) return String(this.#argument(info));
    if (major === MAJOR.negative) return String(-1n - this.#argument(info));
    throw this.#input.malformed('a name that is neither text nor an integer');
  }

  #container(isObject: boolean, info: number): void {
    const left = info === INDEFINITE ? undefined : this.#argument(info);
    this.#open.push({ isObject, left });
    this.json.open(isObject);
    this.#isNameNext = isObject;
  }

  #valueDone(): void {
    const container = this.#open.at(-1);
    this.#isNameNext = container?.isObject === true;
    if (container?.left !== undefined) container.left--;
  }

  #scalar(major: number, info: number, tag: bigint | undefined): void {
    const { json } = this;
    if (major === MAJOR.unsigned) json.literal(String(this.#argument(info)));
    else if (major === MAJOR.negative) json.literal(String(-1n - this.#argument(info)));
    else if (major === MAJOR.text) json.string(this.#input.decode(this.#string(major, info)));
    else if (major === MAJOR.bytes) this.#bytes(this.#string(major, info), tag);
    else this.#simple(info);
  }

  #bytes(bytes: Uint8Array, tag: bigint | undefined): void {
    if (tag === BIGNUM.positive) this.json.literal(String(this.#input.unsignedInteger(bytes)));
    else if (tag === BIGNUM.negative) {
      this.json.literal(String(-1n - this.#input.unsignedInteger(bytes)));
    } else this.json.bytes(bytes);
  }

  /** Reads text or bytes, also in chunks (§3.2.3). */
  #string(major: number, info: number): Uint8Array {
    if (info !== INDEFINITE) return this.#input.range(this.#argument(info));
    const chunks: Uint8Array[] = [];
    for (let head = this.#input.byte(); head !== BREAK; head = this.#input.byte()) {
      if (head >> 5 !== major || (head & 31) === INDEFINITE) {
        throw this.#input.malformed('a chunk that is of another kind than its string');
      }
      chunks.push(this.#input.range(this.#argument(head & 31)));
    }
    return joinBytes(chunks);
  }

  #simple(info: number): void {
    const { json } = this;
    if (info === FLOAT_BITS.half) json.float32(halfFloat(Number(this.#input.unsigned(2))));
    else if (info === FLOAT_BITS.single) json.float32(this.#input.float32());
    else if (info === FLOAT_BITS.double) json.float64(this.#input.float64());
    else if (info === FLOAT_BITS.simple) json.literal(String(this.#input.byte()));
    else if (info <= LAST_SIMPLE) json.literal(SIMPLE[info] ?? String(info));
    else throw this.#input.malformed(`a value of the reserved kind ${info}`);
  }

  #argument(info: number): bigint {
    if (info < 24) return BigInt(info);
    if (info === 24) return this.#input.unsigned(1);
    if (info === 25) return this.#input.unsigned(2);
    if (info === 26) return this.#input.unsigned(4);
    if (info === 27) return this.#input.unsigned(8);
    throw this.#input.malformed(`a length of the reserved kind ${info}`);
  }
}

/** Decodes a half-precision number (RFC 8949, appendix D). */
function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (mantissa + 1024) * 2 ** (exponent - 25);
}
