/**
 * Merges a partial document into a document, on the bytes. Untouched values stay byte for byte the
 * same (long numbers, `1.0`, escapes); new values are copied as they were written. Objects merge
 * deeply, everything else is replaced; new names come last.
 */
import { JSON_TOKEN, JsonReader, type JsonValue } from '@skein/content';

interface MergedSource {
  readonly source: Uint8Array;
  /** False when the merge leaves every value unchanged. */
  readonly changed: boolean;
}

/** A value of one of the two documents; objects are split into members. */
interface Node {
  readonly bytes: Uint8Array;
  /** Members by name: the bytes of the name, and the value. */
  readonly members: Map<string, Member> | undefined;
}

interface Member {
  readonly name: Uint8Array;
  readonly value: Node;
}

const BRACE_OPEN = new Uint8Array([0x7b]);
const BRACE_CLOSE = new Uint8Array([0x7d]);
const COMMA = new Uint8Array([0x2c]);
const COLON = new Uint8Array([0x3a]);

/** Merges two JSON objects. */
export function mergeSource(source: Uint8Array, partial: Uint8Array): MergedSource {
  const target = readNode(source);
  const merged = mergeNodes(target, readNode(partial));
  if (merged === target) return { source, changed: false };
  const pieces: Uint8Array[] = [];
  writeNode(merged, pieces);
  return { source: joined(pieces), changed: true };
}

function readNode(bytes: Uint8Array): Node {
  const reader = new JsonReader(bytes);
  reader.next();
  const node = readValue(reader);
  reader.next();
  return node;
}

/** Reads the value at the reader's position; leaves the reader on the value's last token. */
function readValue(reader: JsonReader): Node {
  const start = reader.tokenStart;
  if (reader.token !== JSON_TOKEN.START_OBJECT) {
    reader.skipChildren();
    return { bytes: reader.bytes.subarray(start, reader.tokenEnd), members: undefined };
  }
  const members = new Map<string, Member>();
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    const written = reader.bytes.subarray(reader.tokenStart, reader.tokenEnd);
    reader.next();
    members.set(name, { name: written, value: readValue(reader) });
  }
  return { bytes: reader.bytes.subarray(start, reader.tokenEnd), members };
}

/** The merged value, or `target` itself when nothing changes. */
function mergeNodes(target: Node, partial: Node): Node {
  if (target.members === undefined || partial.members === undefined) {
    return sameValue(target, partial) ? target : partial;
  }
  let members: Map<string, Member> | undefined;
  for (const [name, member] of partial.members) {
    const old = target.members.get(name);
    const value = old === undefined ? member.value : mergeNodes(old.value, member.value);
    if (old !== undefined && value === old.value) continue;
    members ??= new Map(target.members);
    members.set(name, { name: old?.name ?? member.name, value });
  }
  return members === undefined ? target : { bytes: target.bytes, members };
}

function writeNode(node: Node, pieces: Uint8Array[]): void {
  if (node.members === undefined) {
    pieces.push(node.bytes);
    return;
  }
  pieces.push(BRACE_OPEN);
  let first = true;
  for (const { name, value } of node.members.values()) {
    if (!first) pieces.push(COMMA);
    first = false;
    pieces.push(name, COLON);
    writeNode(value, pieces);
  }
  pieces.push(BRACE_CLOSE);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function sameValue(a: Node, b: Node): boolean {
  if (sameBytes(a.bytes, b.bytes)) return true;
  return equalValues(typedValue(a.bytes), typedValue(b.bytes));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** A value as from `JsonReader.value`, but `1` and `1.0` differ, as they do in OpenSearch. */
function typedValue(bytes: Uint8Array): JsonValue {
  const reader = new JsonReader(bytes);
  reader.next();
  return readTyped(reader);
}

function readTyped(reader: JsonReader): JsonValue {
  if (reader.token === JSON_TOKEN.NUMBER) {
    return reader.isInteger() ? BigInt(reader.text()) : Number(reader.text());
  }
  if (reader.token === JSON_TOKEN.START_ARRAY) {
    const items: JsonValue[] = [];
    while (reader.next() !== JSON_TOKEN.END_ARRAY) items.push(readTyped(reader));
    return items;
  }
  if (reader.token !== JSON_TOKEN.START_OBJECT) return reader.value();
  const entries: [string, JsonValue][] = [];
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    reader.next();
    entries.push([name, readTyped(reader)]);
  }
  return Object.fromEntries(entries);
}

function equalValues(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => equalValues(item, b[i]));
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equalValues(a[name], b[name]))
  );
}

function isPlain(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
