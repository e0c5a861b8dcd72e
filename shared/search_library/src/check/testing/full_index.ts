/** For tests: a small index with every kind of part, and functions that change its files. */

import { utf8 } from '@skein/bytes';
import type { IndexedField } from '../../document/indexable_document.js';
import { readNewestCommit, writeCommit } from '../../index/commit_point.js';
import { IndexWriter } from '../../index/index_writer.js';
import { fieldSpec, SHAPE, VECTOR } from '../../index/testing/field_spec.js';
import { KEPT, SPECS, toIndexable, wordAnalyzer } from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';

const SUGGEST = fieldSpec('suggest', { completions: true });

export interface FullIndexOptions {
  readonly docs: number;
  /** The number of segments that the documents are written to. */
  readonly segments: number;
}

function more(i: number): IndexedField[] {
  const input = (text: string): IndexedField => ({
    kind: 'completion',
    spec: SUGGEST,
    key: utf8(text.toLowerCase()),
    keyStart: 0,
    surface: utf8(text),
    weight: i % 5,
  });
  const fields: IndexedField[] = [
    input(`Word ${i % 40}`),
    input(`a${i % 9}b${i % 2}`),
    { kind: 'vector', spec: VECTOR, value: Float32Array.of(i % 11, -i / 7) },
  ];
  if (i % 2 === 0) {
    const value = `all w${i % 7} all x${i}`;
    fields.push({ kind: 'text', spec: KEPT, value, analyzer: wordAnalyzer });
  }
  if (i % 3 === 0) {
    const at = i % 80;
    fields.push({
      kind: 'shape',
      spec: SHAPE,
      corners: [at, at, at + 9, at, at, at + 9],
      flags: [30],
    });
  }
  return fields;
}

export function fullIndex({ docs, segments }: FullIndexOptions): MemoryDirectory {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < docs; i++) {
    const document = toIndexable(
      {
        id: `id-${i}`,
        body: [`all w${i % 7} x${i} all =same${i % 2}`, `often${i % 2}`],
        title: ['t t'],
        tag: i % 5 === 0 ? [] : ['a', `b${i % 3}`],
        group: [`g${i % 4}`],
        count: i % 2 === 0 ? [i, i * 2] : [i],
        price: i % 4 === 0 ? [] : [i / 3],
        place: [{ lat: (i % 160) / 2, lon: -(i % 300) / 2 }],
      },
      i,
    );
    writer.addDocument({ ...document, fields: [...document.fields, ...more(i)] });
    if ((i + 1) % Math.ceil(docs / segments) === 0) writer.refresh();
  }
  writer.refresh();
  writer.deleteDocuments('id-3');
  writer.commit({ key: 'value' });
  return directory;
}

/** Fields of `fullIndex` that searches use. */
export const FULL_FIELDS = [
  ...Object.keys(SPECS),
  VECTOR.name,
  SHAPE.name,
  KEPT.name,
  SUGGEST.name,
] as const;

/** Replaces the bytes of a segment's file, and makes the commit refer to them. */
export function replaceSegment(directory: MemoryDirectory, name: string, bytes: Uint8Array): void {
  directory.writeFile(`${name}.seg`, bytes);
  const commit = readNewestCommit(directory);
  if (commit === undefined) throw new Error('no commit');
  const checksum = new DataView(bytes.buffer).getUint32(bytes.length - 4, true);
  const segments = commit.segments.map((one) => (one.name === name ? { ...one, checksum } : one));
  writeCommit(directory, { ...commit, segments });
}
