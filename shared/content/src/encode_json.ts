/**
 * Values to JSON. `RawJson` is copied byte for byte, so that a document leaves as it came. Pretty output has the reference's
 * layout: two spaces, ` : ` after names, a newline at the end.
 */
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';
import { type JsonObject, type JsonValue, RawJson } from './value.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface EncodeOptions {
  readonly pretty?: boolean;
}

/** The JSON as pieces in order; large raw parts are handed on without a copy. */
export function encodeJsonChunks(value: JsonValue, options: EncodeOptions = {}): Uint8Array[] {
  const output = new ChunkOutput();
  if (options.pretty) {
    writePretty(value, output, '\n');
    output.text('\n');
  } else {
    writeCompact(value, output);
  }
  return output.finish();
}

export function encodeJson(value: JsonValue, options: EncodeOptions = {}): Uint8Array {
  const chunks = encodeJsonChunks(value, options);
  return chunks.length === 1 && chunks[0] ? chunks[0] : join(chunks);
}

export function stringifyJson(value: JsonValue, options: EncodeOptions = {}): string {
  return decoder.decode(encodeJson(value, options));
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** Where JSON is written: text, and raw bytes between text. */
interface JsonOutput {
  text(text: string): void;
  raw(bytes: Uint8Array): void;
}

/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

const INITIAL_BYTES = 1024;

/** Many values after each other in one growing buffer. */
export class JsonBuffer implements JsonOutput {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #length = 0;
  #text = '';

  value(value: JsonValue): void {
    writeCompact(value, this);
  }

  text(text: string): void {
    this.#text += text;
  }

  raw(bytes: Uint8Array): void {
    this.#flush();
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Of its memory. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Bytes written so far. */
  get length(): number {
    this.#flush();
    return this.#length;
  }

  /** What was written, in memory of its own; the buffer begins anew. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#flush();
    const written = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return written;
  }

  /** What was written, where it lies: valid until the next write or `clear`. */
  get bytes(): Uint8Array<ArrayBuffer> {
    this.#flush();
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins anew in the same memory. */
  clear(): void {
    this.#length = 0;
    this.#text = '';
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#reserve(this.#text.length * MAX_UTF8_BYTES);
    const free = this.#bytes.subarray(this.#length);
    this.#length += encoder.encodeInto(this.#text, free).written;
    this.#text = '';
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Gathers text, and raw bytes between text, as pieces. */
class ChunkOutput implements JsonOutput {
  readonly #chunks: Uint8Array[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  raw(bytes: Uint8Array): void {
    this.#flush();
    this.#chunks.push(bytes);
  }

  finish(): Uint8Array[] {
    this.#flush();
    return this.#chunks;
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#chunks.push(encoder.encode(this.#text));
    this.#text = '';
  }
}

function scalar(value: null | boolean | number | bigint | string): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : `"${value}"`;
    default:
      return String(value);
  }
}

function isScalar(value: JsonValue): value is null | boolean | number | bigint | string {
  return value === null || typeof value !== 'object';
}

function writeCompact(value: JsonValue, output: JsonOutput): void {
  if (isScalar(value)) {
    output.text(scalar(value));
  } else if (value instanceof RawJson) {
    if (typeof value.json === 'string') output.text(value.json);
    else output.raw(value.json);
  } else if (Array.isArray(value)) {
    output.text('[');
    for (let i = 0; i < value.length; i++) {
      if (i > 0) output.text(',');
      writeCompact(value[i], output);
    }
    output.text(']');
  } else {
    let separator = '{';
    for (const [name, member] of entries(value as JsonObject)) {
      output.text(`${separator}${JSON.stringify(name)}:`);
      writeCompact(member, output);
      separator = ',';
    }
    output.text(separator === '{' ? '{}' : '}');
  }
}

function writePretty(value: JsonValue, output: JsonOutput, indent: string): void {
  if (isScalar(value)) {
    output.text(scalar(value));
  } else if (value instanceof RawJson) {
    writePrettyRaw(value.bytes, output, indent);
  } else if (Array.isArray(value)) {
    if (value.length === 0) output.text('[ ]');
    for (let i = 0; i < value.length; i++) {
      output.text(`${i === 0 ? '[' : ','}${indent}  `);
      writePretty(value[i], output, `${indent}  `);
    }
    if (value.length > 0) output.text(`${indent}]`);
  } else {
    let separator = '{';
    for (const [name, member] of entries(value as JsonObject)) {
      output.text(`${separator}${indent}  ${JSON.stringify(name)} : `);
      writePretty(member, output, `${indent}  `);
      separator = ',';
    }
    output.text(separator === '{' ? '{ }' : `${indent}}`);
  }
}

/** Lays raw JSON out anew without changing a single number or string. */
function writePrettyRaw(bytes: Uint8Array, output: JsonOutput, indent: string): void {
  const reader = new JsonReader(bytes);
  reader.next();
  writePrettyToken(reader, output, indent);
}

function writePrettyToken(reader: JsonReader, output: JsonOutput, indent: string): void {
  const inner = `${indent}  `;
  if (reader.token === JSON_TOKEN.START_OBJECT) {
    let separator = '{';
    while (reader.next() === JSON_TOKEN.FIELD_NAME) {
      output.text(`${separator}${inner}${JSON.stringify(reader.name)} : `);
      reader.next();
      writePrettyToken(reader, output, inner);
      separator = ',';
    }
    output.text(separator === '{' ? '{ }' : `${indent}}`);
  } else if (reader.token === JSON_TOKEN.START_ARRAY) {
    let separator = '[';
    while (reader.next() !== JSON_TOKEN.END_ARRAY) {
      output.text(`${separator}${inner}`);
      writePrettyToken(reader, output, inner);
      separator = ',';
    }
    output.text(separator === '[' ? '[ ]' : `${indent}]`);
  } else {
    output.text(decoder.decode(reader.bytes.subarray(reader.tokenStart, reader.tokenEnd)));
  }
}

/** Members that are there: an `undefined` value means absent. */
function* entries(object: JsonObject): Generator<[string, JsonValue]> {
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member !== undefined) yield [name, member];
  }
}
