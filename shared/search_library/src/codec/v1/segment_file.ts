/**
 * The container of `<name>.seg`: a header, sections at multiples of 8 (so that typed arrays open over the bytes in place), a directory
 * that says which section is which part of which field, and a footer with a CRC-32 of all before it. FILE_FORMATS.md has the bytes.
 */
import { assert } from '@skein/base';
import { ByteReader, ByteWriter, crc32 } from '@skein/bytes';
import type { ColumnKind, FieldSpec, PostingsDetail } from '../../document/field_spec.js';
import { type IndexSort, UNSORTED } from '../../index/index_sort.js';
import { type ArenaBlock, type ArenaPool, bytesOfBlock } from '../../memory/arena.js';
import { corruptIndex } from '../corrupt_index.js';
import type { FileOutput } from '../file_output.js';
import { freeMemory } from '../free_memory.js';
import { readIndexSort, writeIndexSort } from './encode_index_sort.js';
import { vectorSpecOf } from './vector_meta.js';

/** "SKSG" read as a little-endian number. */
const MAGIC = 0x47534b53;
const VERSION = 2;
const HEADER_BYTES = 16;
const FOOTER_BYTES = 24;

export const PART = {
  terms: 1,
  postings: 2,
  norms: 3,
  numbers: 4,
  ordinals: 5,
  geo: 6,
  points: 7,
  stored: 8,
  vectors: 9,
  vectorGraph: 10,
  shapes: 11,
} as const;
export type PartCode = (typeof PART)[keyof typeof PART];

const POSTINGS_DETAILS: readonly PostingsDetail[] = [
  'none',
  'docs',
  'freqs',
  'positions',
  'offsets',
];
const COLUMN_KINDS: readonly ColumnKind[] = [
  'none',
  'long',
  'double',
  'ordinal',
  'geo',
  'vector',
  'shape',
];

/** One part as its writer made it: small numbers, and arrays that become sections. */
export interface PartData {
  readonly code: PartCode;
  readonly meta: readonly number[];
  readonly sections: readonly ArrayBufferView[];
}

export interface FieldData {
  readonly spec: FieldSpec;
  readonly parts: readonly PartData[];
}

export interface SegmentData {
  readonly name: string;
  readonly docCount: number;
  readonly fields: readonly FieldData[];
  readonly stored: PartData;
}

/** A part in an open file: where its sections lie in the buffer. */
export interface PartEntry {
  readonly meta: readonly number[];
  readonly sections: readonly { readonly offset: number; readonly length: number }[];
}

export interface FieldEntry {
  readonly spec: FieldSpec;
  readonly parts: ReadonlyMap<number, PartEntry>;
}

export interface SegmentFile {
  readonly name: string;
  readonly docCount: number;
  /** The whole arena that the file lies in. */
  readonly buffer: SharedArrayBuffer;
  readonly block: ArenaBlock;
  readonly fields: ReadonlyMap<string, FieldEntry>;
  readonly stored: PartEntry;
  /** The order of its documents. */
  readonly sort: IndexSort;
}

/** A part whose sections have their places in the file, counted from its beginning. */
interface PlacedPart {
  readonly code: PartCode;
  readonly meta: readonly number[];
  readonly sections: readonly { readonly offset: number; readonly length: number }[];
}

interface PlacedField {
  readonly spec: FieldSpec;
  readonly parts: readonly PlacedPart[];
}

/** The whole file in a new block of the pool; the memory of the sections is given back. */
export function encodeSegmentFile(data: SegmentData, pool: ArenaPool): ArenaBlock {
  const pieces: Uint8Array[] = [];
  const output = { append: (bytes: Uint8Array) => pieces.push(bytes) };
  const writer = new SegmentFileWriter(data, output);
  const stored = writer.place(data.stored);
  const fields = data.fields.map(({ spec, parts }) => ({
    spec,
    parts: parts.map((part) => writer.place(part)),
  }));
  const block = pool.allocate(writer.finish(stored, fields));
  const bytes = bytesOfBlock(block);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  for (const piece of pieces) freeMemory(piece);
  return block;
}

const PADDING = new Uint8Array(8);

export interface NewSegmentFile {
  readonly name: string;
  readonly docCount: number;
  readonly sort?: IndexSort;
}

/** Writes the file in order: sections as their parts are made, directory and footer at the end. */
export class SegmentFileWriter {
  readonly #name: string;
  readonly #output: FileOutput;
  readonly #sort: IndexSort;
  #length = 0;
  #checksum = 0;

  /** `sort`: the order in which the documents are. */
  constructor({ name, docCount, sort = UNSORTED }: NewSegmentFile, output: FileOutput) {
    this.#name = name;
    this.#output = output;
    this.#sort = sort;
    const header = new ByteWriter(HEADER_BYTES);
    for (const word of [MAGIC, VERSION, docCount, sort.length]) header.u32(word);
    this.#append(header.toBytes());
  }

  /** Puts the part's sections next. */
  place({ code, meta, sections }: PartData): PlacedPart {
    return { code, meta, sections: sections.map((section) => this.#place(section)) };
  }

  /** Returns the length of the file. */
  finish(stored: PlacedPart, fields: readonly PlacedField[]): number {
    const out = encodeDirectory(this.#name, stored, fields);
    writeIndexSort(out, this.#sort);
    const directory = out.toBytes();
    const footer = new ByteWriter(FOOTER_BYTES);
    footer.f64(this.#length);
    footer.u32(directory.length);
    footer.u32(MAGIC);
    footer.u32(0);
    this.#append(directory);
    this.#append(footer.toBytes());
    const checksum = new ByteWriter(4);
    checksum.u32(this.#checksum);
    this.#append(checksum.toBytes());
    assert(this.#length < 2 ** 32, `segment [${this.#name}] would exceed 4 GiB`);
    return this.#length;
  }

  #place({ buffer, byteOffset, byteLength }: ArrayBufferView) {
    const offset = this.#length;
    this.#append(new Uint8Array(buffer, byteOffset, byteLength));
    const gap = alignTo8(this.#length) - this.#length;
    if (gap > 0) this.#append(PADDING.slice(0, gap));
    return { offset, length: byteLength };
  }

  #append(bytes: Uint8Array): void {
    this.#output.append(bytes);
    this.#checksum = crc32(bytes, this.#checksum);
    this.#length += bytes.length;
  }
}

function viewOf({ memory, offset, length }: ArenaBlock): DataView {
  return new DataView(memory.buffer, offset, length);
}

/** The checksum in the footer. */
export function checksumOf(block: ArenaBlock): number {
  return viewOf(block).getUint32(block.length - 4, true);
}

function encodeDirectory(
  name: string,
  stored: PlacedPart,
  fields: readonly PlacedField[],
): ByteWriter {
  const out = new ByteWriter(1024);
  const writePart = (part: PlacedPart) => {
    out.u8(part.code);
    out.varint(part.meta.length);
    for (const value of part.meta) out.f64(value);
    out.varint(part.sections.length);
    for (const section of part.sections) {
      out.varint(section.offset);
      out.varint(section.length);
    }
  };
  out.string(name);
  writePart(stored);
  out.varint(fields.length);
  for (const { spec, parts } of fields) {
    out.string(spec.name);
    out.u8(POSTINGS_DETAILS.indexOf(spec.postings));
    out.u8((spec.norms ? 1 : 0) | (spec.points ? 2 : 0));
    out.u8(COLUMN_KINDS.indexOf(spec.column));
    out.varint(parts.length);
    for (const part of parts) writePart(part);
  }
  return out;
}

/** Checks the checksum over all bytes. For files that come from a disk. */
export function verifySegmentFile(block: ArenaBlock, file: string): void {
  if (block.length < HEADER_BYTES + FOOTER_BYTES) throw corruptIndex('file is too short', file);
  const expected = checksumOf(block);
  const actual = crc32(bytesOfBlock(block).subarray(0, block.length - 4));
  if (expected !== actual) {
    throw corruptIndex(
      `checksum failed (hardware problem?) : expected=${expected.toString(16)} actual=${actual.toString(16)}`,
      file,
    );
  }
}

/** Reads header and directory; sections are looked at when a part is opened. */
export function openSegmentFile(block: ArenaBlock, file: string): SegmentFile {
  const { buffer } = block.memory;
  const view = viewOf(block);
  if (block.length < HEADER_BYTES + FOOTER_BYTES || view.getUint32(0, true) !== MAGIC) {
    throw corruptIndex('not a segment file', file);
  }
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw corruptIndex(`unknown segment version [${version}]`, file);
  const footer = block.length - FOOTER_BYTES;
  const start = view.getFloat64(footer, true);
  const length = view.getUint32(footer + 8, true);
  if (view.getUint32(footer + 12, true) !== MAGIC || start + length !== footer) {
    throw corruptIndex('segment footer is damaged', file);
  }
  const reader = new ByteReader(bytesOfBlock(block).subarray(start, start + length));
  const name = reader.string();
  const [, stored] = readPart(reader, block.offset);
  const fields = new Map<string, FieldEntry>();
  for (let count = reader.varint(); count > 0; count--) {
    const entry = readField(reader, block.offset);
    fields.set(entry.spec.name, entry);
  }
  const sort = readIndexSort(reader, view.getUint32(12, true));
  return { name, docCount: view.getUint32(8, true), buffer, block, fields, stored, sort };
}

function readField(reader: ByteReader, base: number): FieldEntry {
  const name = reader.string();
  const postings = POSTINGS_DETAILS[reader.u8()];
  const flags = reader.u8();
  const column = COLUMN_KINDS[reader.u8()];
  const parts = new Map<number, PartEntry>();
  for (let count = reader.varint(); count > 0; count--) parts.set(...readPart(reader, base));
  const spec = { name, postings, norms: (flags & 1) !== 0, column, points: (flags & 2) !== 0 };
  const vectors = parts.get(PART.vectors);
  if (vectors === undefined) return { spec, parts };
  return { spec: { ...spec, vector: vectorSpecOf(vectors.meta) }, parts };
}

/** `base`: where the file begins in its arena. */
function readPart(reader: ByteReader, base: number): [number, PartEntry] {
  const code = reader.u8();
  const meta: number[] = [];
  for (let count = reader.varint(); count > 0; count--) meta.push(reader.f64());
  const sections: { offset: number; length: number }[] = [];
  for (let count = reader.varint(); count > 0; count--) {
    sections.push({ offset: base + reader.varint(), length: reader.varint() });
  }
  return [code, { meta, sections }];
}

export function bytesOf(file: SegmentFile, part: PartEntry, section: number): Uint8Array {
  const { offset, length } = part.sections[section];
  return new Uint8Array(file.buffer, offset, length);
}

export function wordsOf(file: SegmentFile, part: PartEntry, section: number): Uint32Array {
  const { offset, length } = part.sections[section];
  return new Uint32Array(file.buffer, offset, length >>> 2);
}

function alignTo8(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
