/**
 * Merges several segments into one. Documents are in the order of their segments or of the index
 * sort, and every part is copied from reader to writer. The result equals the segment that indexing
 * the kept documents anew would give.
 */
import { assert } from '@skein/base';
import { hasBit, makeBitSet, setBit } from '../codec/bit_set.js';
import type { FileOutput } from '../codec/file_output.js';
import { freeMemory } from '../codec/free_memory.js';
import { DecodedPostings } from '../codec/v1/decoded_postings.js';
import { GeoColumnBuilder } from '../codec/v1/geo_column.js';
import { NumberColumnBuilder } from '../codec/v1/number_column.js';
import { OrdinalColumnBuilder } from '../codec/v1/ordinal_column.js';
import { PostingsWriter } from '../codec/v1/postings_writer.js';
import type { Segment } from '../codec/v1/segment.js';
import {
  type FieldData,
  PART,
  type PartCode,
  type PartData,
  SegmentFileWriter,
} from '../codec/v1/segment_file.js';
import { ShapesBuilder } from '../codec/v1/shapes.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { TermDictionaryWriter } from '../codec/v1/terms/term_dictionary_writer.js';
import { VectorsBuilder } from '../codec/v1/vectors.js';
import type { FieldSpec } from '../document/field_spec.js';
import { ID_FIELD } from '../document/indexable_document.js';
import { surfaceOf } from '../geo_shape/surface.js';
import type { OrdinalColumn } from '../index/segment_reader.js';
import { letGoOfParts } from '../memory/thread_space.js';
import type { Kernels } from '../search/kernels/kernels.js';
import {
  type DocOrder,
  forEachKept,
  type MergeRules,
  orderDocs,
  type Source,
} from './doc_order.js';
import { mergeCompletions } from './merge_completions.js';
import { HISTORY_FIELDS, mergeHistory } from './merge_history.js';
import { mergeStored } from './merge_stored.js';
import { mergeTermVectors } from './merge_term_vectors.js';
import { mergeTerms } from './merge_terms.js';
import { PostingsSorter } from './postings_sorter.js';

const TERMS_PER_CHECKPOINT = 256;

/** The inputs for merging one field. */
interface FieldMerge {
  readonly spec: FieldSpec;
  readonly sources: readonly Source[];
  readonly order: DocOrder;
  readonly maxDoc: number;
  readonly kernels: Kernels;
  readonly checkpoint: () => void;
}

export interface MergeOptions extends MergeRules {
  readonly compression: BlockCompression;
  /** The outputs of `<name>.seg` and `<name>.src`. */
  readonly segment: FileOutput;
  readonly source: FileOutput;
  /** The kernels that build graphs of vectors. */
  readonly kernels: Kernels;
  /** Called often; throws to end the merge. */
  readonly checkpoint: () => void;
}

/**
 * Writes the merged segment field by field, with at most one field in memory. Returns its number of
 * documents.
 */
export function mergeSegments(
  name: string,
  segments: readonly Segment[],
  options: MergeOptions,
): number {
  const { checkpoint, kernels, sort } = options;
  const order = orderDocs(segments, options);
  const { sources, maxDoc } = order;
  const writer = new SegmentFileWriter({ name, docCount: maxDoc, sort }, options.segment);
  const place = ({ spec, parts }: FieldData) => {
    const placed = parts.map((part) => writer.place(part));
    for (const { sections } of parts) for (const section of sections) freeMemory(section);
    for (const segment of segments) segment.letGo();
    letGoOfParts();
    return { spec, parts: placed };
  };
  const fields = [...fieldsOf(segments)].map((spec) => {
    const parts = mergeField({ spec, sources, order, maxDoc, kernels, checkpoint });
    return place({ spec, parts });
  });
  fields.push(...mergeHistory(order, options.retainFrom).map(place));
  writer.finish(writer.place(mergeStored(order, options)), fields);
  return maxDoc;
}

/**
 * The specs of all fields. A mapping may drop norms later, in which case the newest spec counts;
 * postings and columns never change.
 */
function fieldsOf(segments: readonly Segment[]): Iterable<FieldSpec> {
  const specs = new Map<string, FieldSpec>();
  for (const segment of segments) {
    for (const spec of segment.fields()) {
      if (HISTORY_FIELDS.has(spec.name)) continue;
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

function mergeField(merge: FieldMerge): PartData[] {
  const { spec } = merge;
  const has = (code: PartCode) => hasPart(merge, code);
  const parts: PartData[] = [];
  const norms = spec.norms && has(PART.norms) ? mergeNorms(merge) : undefined;
  if (norms !== undefined) parts.push({ code: PART.norms, meta: [], sections: [norms] });
  if (has(PART.terms)) parts.push(...mergeTermParts(merge, norms));
  if (has(PART.numbers) || has(PART.points)) parts.push(...mergeNumbers(merge));
  if (has(PART.geo)) parts.push(mergeGeo(merge));
  if (has(PART.shapes)) parts.push(mergeShapes(merge));
  if (has(PART.vectors)) parts.push(...mergeVectors(merge));
  if (has(PART.completions)) {
    parts.push(mergeCompletions(spec.name, merge.sources, merge.checkpoint));
  }
  return parts;
}

function hasPart({ sources, spec }: FieldMerge, code: PartCode): boolean {
  return sources.some(({ segment }) => segment.file.fields.get(spec.name)?.parts.has(code));
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

/**
 * Postings and ordinal column share one dictionary, so they are merged in one pass over the terms.
 */
function mergeTermParts(merge: FieldMerge, norms: Uint8Array | undefined): PartData[] {
  const { spec, sources, maxDoc } = merge;
  if (spec.postings === 'none') return mergeOrdinalsOnly(merge);
  const terms = sources.map(({ segment }) => segment.fieldTerms(spec.name));
  const decoded = new DecodedPostings();
  const hashed = spec.name === ID_FIELD;
  const writer = new PostingsWriter({ detail: spec.postings, norms, maxDoc, hashed });
  const wanted = writer.hasPositions ? 'positions' : writer.hasFreqs ? 'freqs' : 'docs';
  const sorter = merge.order.origins === undefined ? undefined : new PostingsSorter(maxDoc);
  const newOrdinals = terms.map((reader) => new Int32Array(reader?.size ?? 0).fill(-1));
  let kept = 0;
  mergeTerms(terms, (term, ordinals) => {
    if (kept % TERMS_PER_CHECKPOINT === 0) merge.checkpoint();
    writer.startTerm(term);
    for (let i = 0; i < ordinals.length; i++) {
      const reader = terms[i];
      if (ordinals[i] < 0 || reader === undefined) continue;
      const { newDocs } = sources[i];
      if (sorter === undefined) {
        reader.decode(ordinals[i], decoded);
        writer.addDecoded(decoded, newDocs);
      } else {
        sorter.add(reader.postings(ordinals[i], wanted), newDocs, writer.hasPositions);
      }
    }
    sorter?.writeTo(writer);
    if (!writer.endTerm()) return;
    for (let i = 0; i < ordinals.length; i++) {
      if (ordinals[i] >= 0) newOrdinals[i][ordinals[i]] = kept;
    }
    kept++;
  });
  const parts = writer.finish();
  if (spec.column === 'ordinal') parts.push(mergeOrdinalColumn(merge, newOrdinals, kept));
  if (hasPart(merge, PART.termVectors)) {
    parts.push(mergeTermVectors(spec.name, merge.order, newOrdinals));
  }
  return parts;
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
  { spec, order, maxDoc }: FieldMerge,
  newOrdinals: readonly Int32Array[],
  cardinality: number,
): PartData {
  const builder = new OrdinalColumnBuilder();
  forEachKept(
    order,
    (segment) => segment.ordinals(spec.name),
    (column, doc, newDoc, source) => {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++)
        builder.add(newDoc, newOrdinals[source][column.ordinal(doc, i)]);
    },
  );
  return builder.finish(maxDoc, cardinality);
}

function mergeNumbers({ spec, order, maxDoc }: FieldMerge): PartData[] {
  const builder = new NumberColumnBuilder();
  forEachKept(
    order,
    (segment) => segment.numberColumn(spec.name),
    (column, doc, newDoc) => {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) builder.add(newDoc, column.key(doc, i));
    },
  );
  const integral = spec.column === 'long';
  return builder.finish(maxDoc, { integral, points: spec.points });
}

function mergeGeo({ spec, order, maxDoc }: FieldMerge): PartData {
  const builder = new GeoColumnBuilder();
  forEachKept(
    order,
    (segment) => segment.geo(spec.name),
    (column, doc, newDoc) => {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) builder.add(newDoc, column.lat(doc, i), column.lon(doc, i));
    },
  );
  return builder.finish(maxDoc);
}

function mergeVectors({ spec, order, maxDoc, ...building }: FieldMerge): PartData[] {
  assert(spec.vector !== undefined, `vector field [${spec.name}] without a vector spec`);
  const builder = new VectorsBuilder(spec.vector);
  forEachKept(
    order,
    (segment) => segment.vectors(spec.name),
    (column, doc, newDoc) => {
      const node = column.nodeOf(doc);
      if (node < 0) return;
      const { dimension } = column.spec;
      builder.add(newDoc, column.values.subarray(node * dimension, (node + 1) * dimension));
    },
  );
  return builder.finish(maxDoc, spec.name, building);
}

function mergeShapes({ spec, sources, maxDoc }: FieldMerge): PartData {
  const builder = new ShapesBuilder(surfaceOf(spec.column));
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
