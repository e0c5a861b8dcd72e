/**
 * Encodes values as JSON without white space. `RawJson` is copied byte for byte, so a document is
 * returned as it was received.
 */
import { isJsonArray, type JsonArray, type JsonObject, type JsonValue, RawJson } from './value.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The JSON as pieces in order; large raw parts are passed on without a copy. */
export function encodeJsonChunks(value: JsonValue): Uint8Array[] {
  const output = new ChunkOutput();
  writeCompact(value, output);
  return output.finish();
}

export function encodeJson(value: JsonValue): Uint8Array {
  return joinBytes(encodeJsonChunks(value));
}

export function stringifyJson(value: JsonValue): string {
  return decoder.decode(encodeJson(value));
}

/** An object or array that is being written, with the names of an object's members. */
type OpenValue = { next: number; isFirst: boolean } & (
  | { readonly names: readonly string[]; readonly value: JsonObject }
  | { readonly names: undefined; readonly value: JsonArray }
);

/** Number of values between two pauses. */
const PAUSE_INTERVAL = 100;

/**
 * The same chunks, with a pause every hundred values and after each chunk, since one value may be a
 * text of megabytes; for callers that must let other work run.
 */
export function* encodingJson(value: JsonValue): Generator<void, Uint8Array[]> {
  const output = new ChunkOutput();
  const open: OpenValue[] = [];
  begin(value, output, open);
  let chunks = 0;
  for (let count = 1; ; count++) {
    const last = open.at(-1);
    if (last === undefined) return output.finish();
    if (count % PAUSE_INTERVAL === 0 || output.chunks > chunks) yield;
    chunks = output.chunks;
    goOn(last, output, open);
  }
}

function begin(value: JsonValue, output: JsonOutput, open: OpenValue[]): void {
  if (isScalar(value) || value instanceof RawJson) {
    writeCompact(value, output);
    return;
  }
  if (isJsonArray(value)) {
    output.text('[');
    open.push({ names: undefined, value, next: 0, isFirst: true });
  } else {
    output.text('{');
    open.push({ names: Object.keys(value), value, next: 0, isFirst: true });
  }
}

/** Writes the next member or element, or the end. */
function goOn(container: OpenValue, output: JsonOutput, open: OpenValue[]): void {
  const { names, value } = container;
  const at = container.next++;
  if (at >= (names === undefined ? value.length : names.length)) {
    output.text(names === undefined ? ']' : '}');
    open.pop();
    return;
  }
  const name = names?.[at];
  const member = names === undefined ? value[at] : value[name ?? ''];
  if (member === undefined) return;
  if (!container.isFirst) output.text(',');
  container.isFirst = false;
  if (name !== undefined) {
    output.string(name);
    output.text(':');
  }
  begin(member, output, open);
}

/** One array of all chunks; a single chunk is returned itself. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** A destination for JSON: text, and raw bytes between text. */
interface JsonOutput {
  text(text: string): void;
  /** Writes a text quoted and escaped. */
  string(text: string): void;
  raw(bytes: Uint8Array): void;
}

/**
 * Longer texts are encoded at once, since encoding all of a long response would be one long turn.
 */
const MAX_TEXT = 64 * 1024;

/** Gathers text, and raw bytes between text, as pieces. */
class ChunkOutput implements JsonOutput {
  readonly #chunks: Uint8Array[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_TEXT) this.#flush();
  }

  string(text: string): void {
    this.#text += JSON.stringify(text);
  }

  raw(bytes: Uint8Array): void {
    this.#flush();
    this.#chunks.push(bytes);
  }

  /** Number of complete chunks. */
  get chunks(): number {
    return this.#chunks.length;
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

/** Writes a value without white space. */
export function writeCompact(value: JsonValue, output: JsonOutput): void {
  if (isScalar(value)) {
    writeScalar(value, output);
  } else if (value instanceof RawJson) {
    if (typeof value.json === 'string') output.text(value.json);
    else output.raw(value.json);
  } else if (isJsonArray(value)) {
    let separator = '[';
    for (const item of value) {
      output.text(separator);
      separator = ',';
      writeCompact(item, output);
    }
    output.text(separator === '[' ? '[]' : ']');
  } else writeMembers(value, output);
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
