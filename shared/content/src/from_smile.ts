/**
 * Converts Smile (FasterXML's Smile Format Specification 1.0.4) to JSON, with pauses, as Jackson
 * reads it: with shared names and shared texts, binary values as base64, integers and decimals of
 * any length exact.
 */
import { PIECE_BYTES } from './answer_limits.js';
import { BinaryInput } from './binary_input.js';
import { JsonAssembler } from './json_assembler.js';
import { SharedTexts } from './shared_texts.js';

const HEADER = [0x3a, 0x29, 0x0a] as const;
const FLAG = { sharedNames: 1, sharedTexts: 2 } as const;
const END_OF_SMILE = 0xff;
const END_OF_TEXT = 0xfc;
const END_OBJECT = 0xfb;

export function* fromSmile(smile: Uint8Array): Generator<void, Uint8Array> {
  const json = new JsonAssembler(smile.length);
  yield* readAll(new SmileReader(smile, json));
  return json.finish();
}

/**
 * Converts a stream to lines: one request or document after another, each with its own header and
 * an end-of-content byte behind it (OpenSearch: `SmileXContent.streamSeparator`). If the last end
 * is missing, so is the last newline.
 */
export function* linesFromSmile(stream: Uint8Array): Generator<void, Uint8Array> {
  const json = new JsonAssembler(stream.length);
  for (let start = 0; start < stream.length; ) {
    const end = stream.indexOf(END_OF_SMILE, start);
    const stop = end < 0 ? stream.length : end;
    if (stop > start) yield* readAll(new SmileReader(stream.subarray(start, stop), json));
    if (end >= 0) json.endLine();
    start = stop + 1;
    yield;
  }
  return json.finish();
}

function* readAll(reader: SmileReader): Generator<void, void> {
  for (let paused = reader.work; reader.token(); ) {
    if (reader.work - paused < PIECE_BYTES) continue;
    paused = reader.work;
    yield;
  }
}

class SmileReader {
  readonly #json: JsonAssembler;
  readonly #input: BinaryInput;
  /** True for each open container that is an object. */
  readonly #open: boolean[] = [];
  readonly #names: SharedTexts;
  readonly #texts: SharedTexts;
  #isNameNext = false;

  constructor(smile: Uint8Array, json: JsonAssembler) {
    const input = new BinaryInput(smile, 'Smile');
    for (const expected of HEADER) {
      if (input.byte() !== expected)
        throw input.malformed('it does not start with the header of Smile');
    }
    const flags = input.byte();
    if (flags >> 4 !== 0) throw input.malformed(`version ${flags >> 4} is not known`);
    this.#input = input;
    this.#json = json;
    this.#names = new SharedTexts(input, (flags & FLAG.sharedNames) !== 0);
    this.#texts = new SharedTexts(input, (flags & FLAG.sharedTexts) !== 0);
  }

  /** Bytes that were read and written so far. */
  get work(): number {
    return this.#input.position + this.#json.length;
  }

  /** Converts the next token; false: there is no more. */
  token(): boolean {
    if (this.#open.length === 0 && this.#input.atEnd) return false;
    const head = this.#input.byte();
    if (head === END_OF_SMILE) {
      if (this.#open.length > 0 || !this.#input.atEnd) {
        throw this.#input.malformed('an end of content inside of it');
      }
      return false;
    }
    if (this.#isNameNext) this.#name(head);
    else this.#value(head);
    return true;
  }

  #name(head: number): void {
    if (head === END_OBJECT) {
      this.#close(true);
      return;
    }
    this.#json.name(this.#nameOf(head));
    this.#isNameNext = false;
  }

  #nameOf(head: number): string {
    const input = this.#input;
    if (head === 0x20) return '';
    if (head >= 0x30 && head <= 0x33) return this.#names.at(((head & 3) << 8) | input.byte());
    // Jackson shares long names too, unlike the specification.
    if (head === 0x34) return this.#names.add(input.textUntil(END_OF_TEXT));
    if (head >= 0x40 && head <= 0x7f) return this.#names.at(head - 0x40);
    if (head >= 0x80 && head <= 0xbf) return this.#names.add(input.text(head - 0x80 + 1));
    if (head >= 0xc0 && head <= 0xf7) return this.#names.add(input.text(head - 0xc0 + 2));
    throw input.malformed(`a name that begins with 0x${head.toString(16)}`);
  }

  #value(head: number): void {
    if (head === 0xf8 || head === 0xfa) {
      this.#open.push(head === 0xfa);
      this.#json.open(head === 0xfa);
      this.#isNameNext = head === 0xfa;
    } else if (head === 0xf9 && this.#open.at(-1) === false) {
      this.#close(false);
    } else {
      this.#scalar(head);
      this.#valueDone();
    }
  }

  #close(isObject: boolean): void {
    this.#open.pop();
    this.#json.close(isObject);
    this.#valueDone();
  }

  #valueDone(): void {
    this.#isNameNext = this.#open.at(-1) === true;
  }

  #scalar(head: number): void {
    const json = this.#json;
    const input = this.#input;
    if (head >= 0x01 && head <= 0x1f) json.string(this.#texts.at(head - 1));
    else if (head >= 0x20 && head <= 0x2a) this.#simple(head);
    else if (head >= 0x40 && head <= 0x7f)
      json.string(this.#texts.add(input.text(head - 0x40 + 1)));
    else if (head >= 0x80 && head <= 0xbf)
      json.string(this.#texts.add(input.text(head - 0x80 + 2)));
    else if (head >= 0xc0 && head <= 0xdf) json.literal(String(unzigzag(BigInt(head & 0x1f))));
    else if (head === 0xe0 || head === 0xe4) json.string(input.textUntil(END_OF_TEXT));
    else if (head === 0xe8) json.bytes(this.#sevenBits(this.#length()));
    else if (head >= 0xec && head <= 0xef) {
      json.string(this.#texts.at(((head & 3) << 8) | input.byte()));
    } else if (head === 0xfd) json.bytes(input.range(this.#length()));
    else throw this.#unexpected(head);
  }

  #simple(head: number): void {
    const json = this.#json;
    if (head === 0x20) json.string('');
    else if (head === 0x21) json.literal('null');
    else if (head === 0x22) json.literal('false');
    else if (head === 0x23) json.literal('true');
    else if (head === 0x24 || head === 0x25) json.literal(String(unzigzag(this.#variable())));
    else if (head === 0x26) json.literal(String(this.#bigInteger()));
    else if (head === 0x28) json.float32(floatOf(this.#bits(5)));
    else if (head === 0x29) json.float64(doubleOf(this.#bits(10)));
    else if (head === 0x2a) this.#decimal();
    else throw this.#unexpected(head);
  }

  #unexpected(head: number) {
    return this.#input.malformed(`a value that begins with 0x${head.toString(16)}`);
  }

  /** Reads a scale and digits as a whole number: exact, like Java's BigDecimal. */
  #decimal(): void {
    const scale = unzigzag(this.#variable());
    this.#json.literal(`${this.#bigInteger()}E${-scale}`);
  }

  #bigInteger(): bigint {
    return this.#input.signedInteger(this.#sevenBits(this.#length()));
  }

  /** Reads groups of seven bits, the last one of six bits and marked. */
  #variable(): bigint {
    let value = 0n;
    // A long takes ten bytes at most.
    for (let count = 0; count < 10; count++) {
      const byte = this.#input.byte();
      if (byte >= 0x80) return (value << 6n) | BigInt(byte & 0x3f);
      value = (value << 7n) | BigInt(byte);
    }
    throw this.#input.malformed('a number of more than ten bytes');
  }

  #length(): number {
    return Number(this.#variable());
  }

  /** Reads `count` bytes of seven bits each, most significant first. */
  #bits(count: number): bigint {
    let value = 0n;
    for (const byte of this.#input.range(count)) value = (value << 7n) | BigInt(byte & 0x7f);
    return value;
  }

  /** Reads bytes that were split into groups of seven bits, with the remaining bits in the last. */
  #sevenBits(length: number): Uint8Array {
    const encoded = this.#input.range(Math.ceil((length * 8) / 7));
    const bytes = new Uint8Array(length);
    const left = (length * 8) % 7;
    let bits = 0;
    let count = 0;
    let at = 0;
    for (const [index, byte] of encoded.entries()) {
      const taken = left > 0 && index === encoded.length - 1 ? left : 7;
      bits = (bits << taken) | (byte & ((1 << taken) - 1));
      count += taken;
      if (count < 8) continue;
      count -= 8;
      bytes[at++] = bits >> count;
      bits &= (1 << count) - 1;
    }
    return bytes;
  }
}

const number = new DataView(new ArrayBuffer(8));

function floatOf(bits: bigint): number {
  number.setUint32(0, Number(BigInt.asUintN(32, bits)));
  return number.getFloat32(0);
}

function doubleOf(bits: bigint): number {
  number.setBigUint64(0, BigInt.asUintN(64, bits));
  return number.getFloat64(0);
}

/** Even numbers are positive, odd ones negative. */
function unzigzag(value: bigint): bigint {
  return (value & 1n) === 0n ? value >> 1n : -((value + 1n) >> 1n);
}
