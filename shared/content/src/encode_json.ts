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
export interface JsonOutput {
  text(text: string): void;
  /** Quoted and escaped. */
  string(text: string): void;
  raw(bytes: Uint8Array): void;
}

/** Gathers text, and raw bytes between text, as pieces. */
class ChunkOutput implements JsonOutput {
  readonly #chunks: Uint8Array[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  string(text: string): void {
    this.#text += JSON.stringify(text);
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

function writeScalar(value: null | boolean | number | bigint | string, output: JsonOutput): void {
  if (typeof value === 'string') output.string(value);
  else if (typeof value !== 'number') output.text(String(value));
  else output.text(Number.isFinite(value) ? String(value) : `"${value}"`);
}

function isScalar(value: JsonValue): value is null | boolean | number | bigint | string {
  return value === null || typeof value !== 'object';
}

/** Without white space. */
export function writeCompact(value: JsonValue, output: JsonOutput): void {
  if (isScalar(value)) {
    writeScalar(value, output);
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
  } else writeMembers(value as JsonObject, output);
}

function writeMembers(object: JsonObject, output: JsonOutput): void {
  let separator = '{';
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    output.text(separator);
    output.string(name);
    output.text(':');
    writeCompact(member, output);
    separator = ',';
  }
  output.text(separator === '{' ? '{}' : '}');
}

function writePretty(value: JsonValue, output: JsonOutput, indent: string): void {
  if (isScalar(value)) {
    writeScalar(value, output);
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
