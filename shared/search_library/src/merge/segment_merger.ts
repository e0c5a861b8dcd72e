/**
 * Several segments into one: live documents in order of their segments, everything copied from reader to writer part by part. The
 * result equals the segment that indexing the live documents afresh would give.
 */
import { assert } from '@skein/base';
import { hasBit, makeBitSet, setBit } from '../codec/bit_set.js';
import type { FileOutput } from '../codec/file_output.js';
import { freeMemory } from '../codec/free_memory.js';
import { GeoColumnBuilder } from '../codec/v1/geo_column.js';
import { NumberColumnBuilder } from '../codec/v1/number_column.js';
import { OrdinalColumnBuilder } from '../codec/v1/ordinal_column.js';
import { PostingsWriter } from '../codec/v1/postings_writer.js';
import type { Segment } from '../codec/v1/segment.js';
import { PART, type PartData, SegmentFileWriter } from '../codec/v1/segment_file.js';
import { ShapesBuilder } from '../codec/v1/shapes.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { StoredFieldsWriter } from '../codec/v1/stored_fields/stored_fields_writer.js';
import { TermDictionaryWriter } from '../codec/v1/terms/term_dictionary_writer.js';
import { VectorsBuilder } from '../codec/v1/vectors.js';
import type { FieldSpec } from '../document/field_spec.js';
import { ID_FIELD } from '../document/indexable_document.js';
import type { OrdinalColumn, TermsReader } from '../index/segment_reader.js';
import { NO_MORE_DOCS } from '../index/segment_reader.js';
import { mergeTerms } from './merge_terms.js';

/** A segment on its way: `newDocs[doc]` is the document's number in the merged segment, -1 when it is deleted. */
interface Source {
  readonly segment: Segment;
  readonly newDocs: Int32Array;
}

const TERMS_PER_CHECKPOINT = 256;

/** The part of the work that has one field in view. */
interface FieldMerge {
  readonly spec: FieldSpec;
  readonly sources: readonly Source[];
  readonly maxDoc: number;
  readonly checkpoint: () => void;
}

export interface MergeOptions {
  readonly compression: BlockCompression;
  /** Where `<name>.seg` and `<name>.src` go. */
  readonly segment: FileOutput;
  readonly source: FileOutput;
  /** Called often; throws to end the merge. */
  readonly checkpoint: () => void;
}

/** Writes the merged segment, field after field: never more than one field of it is in memory. */
export function mergeSegments(
  name: string,
  segments: readonly Segment[],
  options: MergeOptions,
): void {
  const { checkpoint } = options;
  const { sources, maxDoc } = numberDocs(segments);
  const writer = new SegmentFileWriter(name, maxDoc, options.segment);
  const fields = [...fieldsOf(segments)].map((spec) => {
    const parts = mergeField({ spec, sources, maxDoc, checkpoint });
    const placed = parts.map((part) => writer.place(part));
    for (const { sections } of parts) for (const section of sections) freeMemory(section);
    return { spec, parts: placed };
  });
  writer.finish(writer.place(mergeStored(sources, options)), fields);
}

/** So much of a file is worth a dictionary of its own. */
const COPIED_GROUP_BYTES = 1024 * 1024;

function mergeStored(sources: readonly Source[], options: MergeOptions): PartData {
  const writer = new StoredFieldsWriter(options.compression, options.source);
  for (const source of sources) {
    options.checkpoint();
    const { segment } = source;
    const { storedFields: file } = segment;
    const groupBytes = file.unpackedBytes / Math.max(1, file.groups.length);
    const same = file.compression === options.compression && segment.liveDocs === null;
    if (same && groupBytes >= COPIED_GROUP_BYTES) writer.copy(file);
    else forEachLive([source], (_source, doc) => writer.add(segment.stored(doc)));
  }
  return writer.finish();
}

function numberDocs(segments: readonly Segment[]): { sources: Source[]; maxDoc: number } {
  let maxDoc = 0;
  const sources = segments.map((segment) => {
    const newDocs = new Int32Array(segment.maxDoc);
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const live = segment.liveDocs === null || hasBit(segment.liveDocs, doc);
      newDocs[doc] = live ? maxDoc++ : -1;
    }
    return { segment, newDocs };
  });
  return { sources, maxDoc };
}

/** All fields. A mapping may give up norms later, then the newest layout counts; what postings and columns hold never changes. */
function fieldsOf(segments: readonly Segment[]): Iterable<FieldSpec> {
  const specs = new Map<string, FieldSpec>();
  for (const segment of segments) {
    for (const spec of segment.fields()) {
      const before = specs.get(spec.name) ?? spec;
      assert(
        before.postings === spec.postings && before.column === spec.column,
        `field [${spec.name}] changed its layout`,
      );
      specs.set(spec.name, spec);
    }
  }
  return specs.values();
}

function forEachLive(
  sources: readonly Source[],
  visit: (source: Source, doc: number, newDoc: number) => void,
): void {
  for (const source of sources) {
    const { newDocs } = source;
    for (let doc = 0; doc < newDocs.length; doc++) {
      if (newDocs[doc] >= 0) visit(source, doc, newDocs[doc]);
    }
  }
}

function mergeField(merge: FieldMerge): PartData[] {
  const { spec } = merge;
  const has = (code: number) =>
    merge.sources.some(({ segment }) => segment.file.fields.get(spec.name)?.parts.has(code));
  const parts: PartData[] = [];
  const norms = spec.norms && has(PART.norms) ? mergeNorms(merge) : undefined;
  if (norms !== undefined) parts.push({ code: PART.norms, meta: [], sections: [norms] });
  if (has(PART.terms)) parts.push(...mergeTermParts(merge, norms));
  if (has(PART.numbers) || has(PART.points)) parts.push(...mergeNumbers(merge));
  if (has(PART.geo)) parts.push(mergeGeo(merge));
  if (has(PART.shapes)) parts.push(mergeShapes(merge));
  if (has(PART.vectors)) parts.push(...mergeVectors(merge));
  return parts;
}

function mergeNorms({ spec, sources, maxDoc }: FieldMerge): Uint8Array {
  const norms = new Uint8Array(maxDoc);
  for (const { segment, newDocs } of sources) {
    const old = segment.norms(spec.name);
    if (old === undefined) continue;
    for (let doc = 0; doc < newDocs.length; doc++) {
      if (newDocs[doc] >= 0) norms[newDocs[doc]] = old[doc];
    }
  }
  return norms;
}

/** Postings and ordinal column share one dictionary, so they are merged in one pass over the terms. */
function mergeTermParts(merge: FieldMerge, norms: Uint8Array | undefined): PartData[] {
  const { spec, sources, maxDoc } = merge;
  if (spec.postings === 'none') return mergeOrdinalsOnly(merge);
  const terms = sources.map(({ segment }) => segment.terms(spec.name));
  const hashed = spec.name === ID_FIELD;
  const writer = new PostingsWriter({ detail: spec.postings, norms, maxDoc, hashed });
  const newOrdinals = terms.map((reader) => new Int32Array(reader?.size ?? 0).fill(-1));
  let kept = 0;
  mergeTerms(terms, (term, ordinals) => {
    if (kept % TERMS_PER_CHECKPOINT === 0) merge.checkpoint();
    writer.startTerm(term);
    ordinals.forEach((ordinal, i) => {
      if (ordinal >= 0) copyPostings(terms[i] as TermsReader, ordinal, sources[i].newDocs, writer);
    });
    if (!writer.endTerm()) return;
    ordinals.forEach((ordinal, i) => {
      if (ordinal >= 0) newOrdinals[i][ordinal] = kept;
    });
    kept++;
  });
  const parts = writer.finish();
  if (spec.column === 'ordinal') parts.push(mergeOrdinalColumn(merge, newOrdinals, kept));
  return parts;
}

function copyPostings(
  terms: TermsReader,
  ordinal: number,
  newDocs: Int32Array,
  writer: PostingsWriter,
): void {
  const wanted = writer.hasPositions ? 'positions' : writer.hasFreqs ? 'freqs' : 'docs';
  const postings = terms.postings(ordinal, wanted);
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    const newDoc = newDocs[doc];
    if (newDoc < 0) continue;
    const freq = postings.freq();
    writer.addDoc(newDoc, freq);
    if (!writer.hasPositions) continue;
    for (let i = 0; i < freq; i++) writer.addPosition(postings.nextPosition());
  }
}

function mergeOrdinalsOnly(merge: FieldMerge): PartData[] {
  const columns = merge.sources.map(({ segment }) => segment.ordinals(merge.spec.name));
  const used = columns.map((column, i) => usedOrdinals(column, merge.sources[i].newDocs));
  const lists = columns.map((column) =>
    column === undefined
      ? undefined
      : { size: column.cardinality, term: (ordinal: number) => column.term(ordinal) },
  );
  const newOrdinals = columns.map((column) => new Int32Array(column?.cardinality ?? 0).fill(-1));
  const dictionary = new TermDictionaryWriter({ hashed: false });
  mergeTerms(lists, (term, ordinals) => {
    const live = ordinals.some((ordinal, i) => ordinal >= 0 && hasBit(used[i], ordinal));
    if (!live) return;
    ordinals.forEach((ordinal, i) => {
      if (ordinal >= 0) newOrdinals[i][ordinal] = dictionary.size;
    });
    dictionary.add(term);
  });
  const cardinality = dictionary.size;
  return [dictionary.finish(), mergeOrdinalColumn(merge, newOrdinals, cardinality)];
}

function usedOrdinals(column: OrdinalColumn | undefined, newDocs: Int32Array): Uint32Array {
  const used = makeBitSet(column?.cardinality ?? 0);
  if (column === undefined) return used;
  for (let doc = 0; doc < newDocs.length; doc++) {
    if (newDocs[doc] < 0) continue;
    const count = column.valueCount(doc);
    for (let i = 0; i < count; i++) setBit(used, column.ordinal(doc, i));
  }
  return used;
}

function mergeOrdinalColumn(
  { spec, sources, maxDoc }: FieldMerge,
  newOrdinals: readonly Int32Array[],
  cardinality: number,
): PartData {
  const builder = new OrdinalColumnBuilder();
  sources.forEach((source, index) => {
    const column = source.segment.ordinals(spec.name);
    if (column === undefined) return;
    forEachLive([source], (_source, doc, newDoc) => {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++)
        builder.add(newDoc, newOrdinals[index][column.ordinal(doc, i)]);
    });
  });
  return builder.finish(maxDoc, cardinality);
}

function mergeNumbers({ spec, sources, maxDoc }: FieldMerge): PartData[] {
  const builder = new NumberColumnBuilder();
  for (const source of sources) {
    const column = source.segment.numberColumn(spec.name);
    if (column === undefined) continue;
    forEachLive([source], (_source, doc, newDoc) => {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) builder.add(newDoc, column.key(doc, i));
    });
  }
  const integral = spec.column === 'long';
  return builder.finish(maxDoc, { integral, points: spec.points });
}

function mergeGeo({ spec, sources, maxDoc }: FieldMerge): PartData {
  const builder = new GeoColumnBuilder();
  for (const source of sources) {
    const column = source.segment.geo(spec.name);
    if (column === undefined) continue;
    forEachLive([source], (_source, doc, newDoc) => {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) builder.add(newDoc, column.lat(doc, i), column.lon(doc, i));
    });
  }
  return builder.finish(maxDoc);
}

function mergeVectors({ spec, sources, maxDoc }: FieldMerge): PartData[] {
  assert(spec.vector !== undefined, `vector field [${spec.name}] without a vector spec`);
  const builder = new VectorsBuilder(spec.vector);
  for (const source of sources) {
    const column = source.segment.vectors(spec.name);
    if (column === undefined) continue;
    const { dimension } = column.spec;
    for (let node = 0; node < column.count; node++) {
      const newDoc = source.newDocs[column.docOf(node)];
      if (newDoc < 0) continue;
      builder.add(newDoc, column.values.subarray(node * dimension, (node + 1) * dimension));
    }
  }
  return builder.finish(maxDoc, spec.name);
}

function mergeShapes({ spec, sources, maxDoc }: FieldMerge): PartData {
  const builder = new ShapesBuilder();
  for (const { segment, newDocs } of sources) {
    const column = segment.shapes(spec.name);
    if (column === undefined) continue;
    for (let i = 0; i < column.count; i++) {
      const newDoc = newDocs[column.docs[i]];
      if (newDoc < 0) continue;
      builder.addEncoded(newDoc, column.corners.subarray(6 * i, 6 * i + 6), column.flags[i]);
    }
  }
  return builder.finish(maxDoc);
}
