/**
 * Writes the documents of `memorySegment` with the real index writer: a refresh for each segment,
 * deletions at the end.
 */
import { utf8 } from '@skein/bytes';
import type { FieldSpec } from '../../document/field_spec.js';
import type { IndexedField } from '../../document/indexable_document.js';
import { IndexWriter } from '../../index/index_writer.js';
import type { IndexWriterOptions } from '../../index/index_writer_options.js';
import { openSegments } from '../../index/open_segments.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import { wordAnalyzer } from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { type MemoryDocument, SPECS } from './memory_segment.js';

export function realSegments(
  index: readonly (readonly MemoryDocument[])[],
  options: IndexWriterOptions = {},
): SegmentReader[] {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, options);
  let number = 0;
  const deleted: string[] = [];
  for (const docs of index) {
    for (const doc of docs) {
      const id = String(number++);
      const stored = { id, routing: undefined, source: undefined, fields: undefined };
      const fields = indexedFields(doc);
      writer.addDocument({ stored, fields, version: 1, seqNo: number, primaryTerm: 1 });
      if (doc.deleted === true) deleted.push(id);
    }
    writer.refresh();
  }
  for (const id of deleted) writer.deleteDocuments(id);
  writer.refresh();
  return openSegments(writer.snapshot(), directory);
}

function specOf(name: string): FieldSpec {
  return SPECS.find((spec) => spec.name === name) as FieldSpec;
}

function indexedFields(doc: MemoryDocument): IndexedField[] {
  const fields: IndexedField[] = [];
  if (doc.text !== undefined && doc.text.length > 0) {
    const value = doc.text.map((word) => word || '_').join(' ');
    fields.push({ kind: 'text', spec: specOf('text'), value, analyzer: wordAnalyzer });
  }
  for (const tag of doc.tag ?? []) {
    fields.push({ kind: 'term', spec: specOf('tag'), value: utf8(tag) });
  }
  for (const value of doc.n ?? []) fields.push({ kind: 'number', spec: specOf('n'), value });
  for (const value of doc.d ?? []) fields.push({ kind: 'number', spec: specOf('d'), value });
  return fields;
}
