/**
 * The container of `<name>.seg`: a header, sections at multiples of 8 (so that typed arrays open
 * over the bytes in place), a directory that maps sections to the parts of fields, and a footer
 * with a CRC-32 of everything before it. FILE_FORMATS.md has the byte layout.
 */
import { assert } from '@skein/base';
import { ByteReader, ByteWriter, crc32 } from '@skein/bytes';
import type { ColumnKind, FieldSpec, PostingsDetail } from '../../document/field_spec.js';
import { type IndexSort, UNSORTED } from '../../index/index_sort.js';
import type { PartExtent } from '../../memory/part_places.js';
import type { Directory, FileReads } from '../../store/directory.js';
import { corruptIndex } from '../corrupt_index.js';
import type { FileOutput } from '../file_output.js';
import { freeMemory } from '../free_memory.js';
import { readIndexSort, writeIndexSort } from './encode_index_sort.js';
import { termVectorDetailOf } from './term_vector_meta.js';
import { vectorSpecOf } from './vector_meta.js';

/** "SKSG" read as a little-endian number. */
const MAGIC = 0x47534b53;
const VERSION = 3;
export const HEADER_BYTES = 16;
export const FOOTER_BYTES = 24;

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
  termVectors: 12,
  completions: 13,
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
  'plane',
];

/** A part as its writer made it: small numbers, and arrays that become sections. */
export interface PartData {
  readonly code: PartCode;
  readonly meta: readonly number[];
  readonly sections: readonly ArrayBufferView[];
}

export interface FieldData {
  readonly spec: FieldSpec;
  readonly parts: readonly PartData[];
}

interface SegmentData {
  readonly name: string;
  readonly docCount: number;
  readonly fields: readonly FieldData[];
  readonly stored: PartData;
}

interface Section {
  readonly offset: number;
  readonly length: number;
}

/** The small numbers of a part, and the places of its arrays. */
interface PartEntry {
  readonly meta: readonly number[];
  readonly sections: readonly Section[];
}

/** A part of a file; the offsets of its sections count from the start of the file. */
export interface FilePart extends PartEntry {
  /** Its index in `SegmentFile.parts`. */
  readonly index: number;
}

export interface FieldEntry {
  readonly spec: FieldSpec;
  readonly parts: ReadonlyMap<number, FilePart>;
}

/** The content of a file's directory. */
export interface SegmentFile {
  readonly name: string;
  readonly docCount: number;
  readonly fields: ReadonlyMap<string, FieldEntry>;
  readonly stored: FilePart;
  /** The byte range of each part, with a checksum of its own. */
  readonly parts: readonly PartExtent[];
  /** The order of its documents. */
  readonly sort: IndexSort;
  /** CRC-32 of the whole file. */
  readonly checksum: number;
}

/** A part in memory; the offsets of its sections count from the start of the buffer. */
export interface OpenPart extends PartEntry {
  readonly buffer: ArrayBufferLike;
  /** The segment's name, for messages. */
  readonly name: string;
}

/** A part whose sections are placed; their offsets count from the start of the file. */
interface WrittenPart {
  readonly code: PartCode;
  readonly meta: readonly number[];
  readonly sections: readonly Section[];
  /** CRC-32 of all bytes from its first section to its last. */
  readonly checksum: number;
}

interface WrittenField {
  readonly spec: FieldSpec;
  readonly parts: readonly WrittenPart[];
}

/** Writes the whole file and frees the memory of the sections. */
export function writeSegmentFile(data: SegmentData, output: FileOutput): void {
  const writer = new SegmentFileWriter(data, output);
  const placeAll = (parts: readonly PartData[]) => {
    const written = parts.map((part) => writer.place(part));
    for (const { sections } of parts) for (const section of sections) freeMemory(section);
    return written;
  };
  const [stored] = placeAll([data.stored]);
  writer.finish(
    stored,
    data.fields.map(({ spec, parts }) => ({ spec, parts: placeAll(parts) })),
  );
}

const PADDING = new Uint8Array(8);

interface NewSegmentFile {
  readonly name: string;
  readonly docCount: number;
  readonly sort?: IndexSort;
}

/** Writes the file in order: sections as their parts are made, then directory and footer. */
export class SegmentFileWriter {
  readonly #name: string;
  readonly #output: FileOutput;
  readonly #sort: IndexSort;
  #length = 0;
  #checksum = 0;
  /** CRC-32 of the bytes since the part began. */
  #partChecksum = 0;

  /** `sort` is the order of the documents. */
  constructor({ name, docCount, sort = UNSORTED }: NewSegmentFile, output: FileOutput) {
    this.#name = name;
    this.#output = output;
    this.#sort = sort;
    const header = new ByteWriter(HEADER_BYTES);
    for (const word of [MAGIC, VERSION, docCount, sort.length]) header.u32(word);
    this.#append(header.toBytes());
  }

  /** Appends the part's sections. */
  place({ code, meta, sections }: PartData): WrittenPart {
    this.#partChecksum = 0;
    let checksum = 0;
    const written = sections.map((section) => {
      const placed = this.#place(section);
      checksum = this.#partChecksum;
      this.#pad();
      return placed;
    });
    return { code, meta, sections: written, checksum };
  }

  /** Writes directory and footer; returns the length of the file. */
  finish(stored: WrittenPart, fields: readonly WrittenField[]): number {
    const out = encodeDirectory(this.#name, stored, fields);
    writeIndexSort(out, this.#sort);
    const directory = out.toBytes();
    const footer = encodeFooter(this.#length, directory.length);
    this.#append(directory);
    this.#append(footer);
    const checksum = new ByteWriter(4);
    checksum.u32(this.#checksum);
    this.#append(checksum.toBytes());
    assert(this.#length < 2 ** 32, `segment [${this.#name}] would exceed 4 GiB`);
    return this.#length;
  }

  #place({ buffer, byteOffset, byteLength }: ArrayBufferView): Section {
    const offset = this.#length;
    this.#append(new Uint8Array(buffer, byteOffset, byteLength));
    return { offset, length: byteLength };
  }

  #pad(): void {
    const gap = alignTo8(this.#length) - this.#length;
    if (gap > 0) this.#append(PADDING.slice(0, gap));
  }

  #append(bytes: Uint8Array): void {
    this.#output.append(bytes);
    this.#checksum = crc32(bytes, this.#checksum);
    this.#partChecksum = crc32(bytes, this.#partChecksum);
    this.#length += bytes.length;
  }
}

/** The footer with 0 in place of the checksum. */
export function encodeFooter(directoryAt: number, directoryLength: number): Uint8Array {
  const footer = new ByteWriter(FOOTER_BYTES);
  footer.f64(directoryAt);
  footer.u32(directoryLength);
  footer.u32(MAGIC);
  footer.u32(0);
  return footer.toBytes();
}

function encodeDirectory(
  name: string,
  stored: WrittenPart,
  fields: readonly WrittenField[],
): ByteWriter {
  const out = new ByteWriter(1024);
  const writePart = (part: WrittenPart) => {
    out.u8(part.code);
    out.varint(part.meta.length);
    for (const value of part.meta) out.f64(value);
    out.varint(part.sections.length);
    for (const section of part.sections) {
      out.varint(section.offset);
      out.varint(section.length);
    }
    out.u32(part.checksum);
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

const READ_BYTES = 1024 * 1024;

/** Verifies the checksum over all bytes of a file from disk. */
export function verifySegmentFile(directory: Directory, file: string): void {
  const length = directory.length(file);
  if (length < HEADER_BYTES + FOOTER_BYTES) throw corruptIndex('file is too short', file);
  const piece = new Uint8Array(Math.min(READ_BYTES, length));
  let actual = 0;
  for (let offset = 0; offset < length - 4; offset += piece.length) {
    const bytes = piece.subarray(0, Math.min(piece.length, length - 4 - offset));
    directory.readInto(file, offset, bytes);
    actual = crc32(bytes, actual);
  }
  const expected = viewOf(readBytes(directory, file, { offset: length - 4, length: 4 })).getUint32(
    0,
    true,
  );
  if (expected !== actual) {
    throw corruptIndex(
      `checksum failed (hardware problem?) : expected=${expected.toString(16)} actual=${actual.toString(16)}`,
      file,
    );
  }
}

function readBytes(directory: FileReads, file: string, { offset, length }: Section): Uint8Array {
  const bytes = new Uint8Array(length);
  directory.readInto(file, offset, bytes);
  return bytes;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

/**
 * Header, directory and footer of a file, in shared memory: all that opening needs. Sections are
 * read when their part is opened.
 */
export function readSegmentHead(directory: FileReads, file: string): SharedArrayBuffer {
  const length = directory.length(file);
  if (length < HEADER_BYTES + FOOTER_BYTES) throw corruptIndex('file is too short', file);
  const footerAt = length - FOOTER_BYTES;
  const footer = readBytes(directory, file, { offset: footerAt, length: FOOTER_BYTES });
  const start = viewOf(footer).getFloat64(0, true);
  const directoryBytes = viewOf(footer).getUint32(8, true);
  if (viewOf(footer).getUint32(12, true) !== MAGIC || start + directoryBytes !== footerAt) {
    throw corruptIndex('segment footer is damaged', file);
  }
  if (!Number.isInteger(start) || start < HEADER_BYTES) {
    throw corruptIndex('segment footer is damaged', file);
  }
  const head = new SharedArrayBuffer(HEADER_BYTES + directoryBytes + FOOTER_BYTES);
  const bytes = new Uint8Array(head);
  directory.readInto(file, 0, bytes.subarray(0, HEADER_BYTES));
  directory.readInto(file, start, bytes.subarray(HEADER_BYTES));
  return head;
}

/** The checksum of the whole file. */
export function checksumIn(head: SharedArrayBuffer): number {
  return new DataView(head).getUint32(head.byteLength - 4, true);
}

/**
 * Opens the result of `readSegmentHead`. Throws corrupt_index_exception when a section lies outside
 * the file.
 */
export function openSegmentHead(head: SharedArrayBuffer, file: string): SegmentFile {
  const bytes = new Uint8Array(head);
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== MAGIC) throw corruptIndex('not a segment file', file);
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw corruptIndex(`unknown segment version [${version}]`, file);
  const footer = bytes.length - FOOTER_BYTES;
  const parts: PartExtent[] = [];
  const end = view.getFloat64(footer, true);
  const reader = new ByteReader(bytes.subarray(HEADER_BYTES, footer));
  const source = { reader, end, file, parts };
  const name = reader.string();
  const [, stored] = readFilePart(source, undefined);
  const fields = new Map<string, FieldEntry>();
  for (let count = reader.varint(); count > 0; count--) {
    const entry = readField(source);
    fields.set(entry.spec.name, entry);
  }
  const sort = readIndexSort(reader, view.getUint32(12, true));
  const checksum = checksumIn(head);
  return { name, docCount: view.getUint32(8, true), fields, stored, parts, sort, checksum };
}

interface DirectorySource {
  readonly reader: ByteReader;
  /** The end of the sections. */
  readonly end: number;
  readonly file: string;
  readonly parts: PartExtent[];
}

function readField(source: DirectorySource): FieldEntry {
  const { reader, file } = source;
  const name = reader.string();
  const postings = POSTINGS_DETAILS[reader.u8()];
  const flags = reader.u8();
  const column = COLUMN_KINDS[reader.u8()];
  if (postings === undefined || column === undefined) {
    throw corruptIndex(`unknown layout of field [${name}]`, file);
  }
  const parts = new Map<number, FilePart>();
  for (let count = reader.varint(); count > 0; count--) parts.set(...readFilePart(source, name));
  const vectors = parts.get(PART.vectors);
  const termVectors = parts.get(PART.termVectors);
  const spec: FieldSpec = {
    name,
    postings,
    norms: (flags & 1) !== 0,
    column,
    points: (flags & 2) !== 0,
    ...(vectors === undefined ? {} : { vector: vectorSpecOf(vectors.meta) }),
    ...(termVectors === undefined ? {} : { termVector: termVectorDetailOf(termVectors.meta) }),
    ...(parts.has(PART.completions) ? { completions: true } : {}),
  };
  return { spec, parts };
}

const PART_NAMES = new Map<number, string>(
  Object.entries(PART).map(([name, code]) => [code, name]),
);

function readFilePart(
  { reader, end, file, parts }: DirectorySource,
  field: string | undefined,
): [number, FilePart] {
  const code = reader.u8();
  const meta: number[] = [];
  for (let count = reader.varint(); count > 0; count--) meta.push(reader.f64());
  const sections: Section[] = [];
  for (let count = reader.varint(); count > 0; count--) {
    sections.push({ offset: reader.varint(), length: reader.varint() });
  }
  const index = parts.length;
  const kind = PART_NAMES.get(code);
  if (kind === undefined) throw corruptIndex(`unknown part [${code}]`, file);
  const name = field === undefined ? kind : `${kind} of ${field}`;
  parts.push({ ...extentOf(sections, { end, file, name }), checksum: reader.u32(), name });
  return [code, { meta, sections, index }];
}

/**
 * The range from the first section to the end of the last: sections are adjacent, each at a
 * multiple of 8.
 */
function extentOf(
  sections: readonly Section[],
  { end, file, name }: { readonly end: number; readonly file: string; readonly name: string },
): Section {
  const offset = sections[0]?.offset ?? 0;
  let at = offset;
  for (const section of sections) {
    if (section.offset !== alignTo8(at)) throw corruptIndex(`[${name}] is out of place`, file);
    at = section.offset + section.length;
  }
  if (at > end) throw corruptIndex(`[${name}] reaches beyond its file`, file);
  return { offset, length: at - offset };
}

export function bytesOf({ buffer, sections }: OpenPart, section: number): Uint8Array {
  const { offset, length } = sections[section];
  return new Uint8Array(buffer, offset, length);
}

export function wordsOf({ buffer, sections }: OpenPart, section: number): Uint32Array {
  const { offset, length } = sections[section];
  return new Uint32Array(buffer, offset, length >>> 2);
}

function alignTo8(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
