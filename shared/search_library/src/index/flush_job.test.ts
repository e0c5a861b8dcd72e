/**
 * A flush whose job was moved to another isolate writes the same files as one in the writer's own
 * thread, and takes the memory of the job with it.
 */

import { utf8 } from '@skein/bytes';
import type { IndexableDocument, IndexedField } from '../document/indexable_document.js';
import { Kernels } from '../search/kernels/kernels.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { type FlushJob, memoryOf, runFlush } from './flush_job.js';
import { type IndexSort, UNSORTED } from './index_sort.js';
import { IndexWriter } from './index_writer.js';
import { fieldSpec, SHAPE, VECTOR } from './testing/field_spec.js';
import { BY_COUNT, fullSample, KEPT, toIndexable, wordAnalyzer } from './testing/sample_index.js';

const COMPLETION = fieldSpec('completion', { completions: true });

/** A document with every kind of field. */
function documentOf(id: number, seqNo: number): IndexableDocument {
  const sample = toIndexable({ ...fullSample(id), count: [2n ** 60n + BigInt(id), id] }, seqNo);
  const key = utf8(`key ${id % 5}`);
  const fields: IndexedField[] = [
    ...sample.fields,
    { kind: 'text', spec: KEPT, value: `w${id} shared w${id}`, analyzer: wordAnalyzer },
    { kind: 'vector', spec: VECTOR, value: new Float32Array([id, -id]) },
    { kind: 'shape', spec: SHAPE, corners: [0, 0, id % 50, 0, 0, id % 50], flags: [7] },
    { kind: 'completion', spec: COMPLETION, key, keyStart: 0, surface: key, weight: id },
  ];
  const nested = id % 4 === 0 ? [{ path: 'part', fields: [...sample.fields] }] : undefined;
  const recoverySource = id % 3 === 0 ? utf8(`arrived ${id}`) : undefined;
  return { ...sample, fields, nested, stored: { ...sample.stored, recoverySource } };
}

function filesOf(directory: MemoryDirectory): Map<string, Uint8Array> {
  const names = directory.list().filter((name) => /\.(seg|src)$/.test(name));
  return new Map(
    names.map((name) => {
      const bytes = new Uint8Array(directory.length(name));
      directory.readInto(name, 0, bytes);
      return [name, bytes];
    }),
  );
}

/** Writes documents, replacing some, with a buffer that is full several times. */
function write(directory: MemoryDirectory, sort: IndexSort, moved: FlushJob[] | undefined): void {
  const flushElsewhere = (job: FlushJob) => {
    const own = structuredClone(job, { transfer: memoryOf(job) });
    moved?.push(job);
    return { isOver: false, wait: () => runFlush(own, directory, new Kernels()) };
  };
  const elsewhere = moved === undefined ? undefined : flushElsewhere;
  const options = { sort, bufferBytes: 200_000, retainFrom: () => 0, flushElsewhere: elsewhere };
  const writer = IndexWriter.open(directory, options);
  for (let i = 0; i < 400; i++) writer.replaceDocument(documentOf(i % 150, i));
  writer.refresh();
  writer.close();
}

test.each([
  ['in the order they came', UNSORTED],
  ['in an order', BY_COUNT],
])('a job that was moved makes the same segments, documents %s', (_name, sort) => {
  const [here, elsewhere] = [new MemoryDirectory(), new MemoryDirectory()];
  const jobs: FlushJob[] = [];
  write(here, sort, undefined);
  write(elsewhere, sort, jobs);
  expect(jobs.length).toBeGreaterThan(1);
  expect(filesOf(elsewhere)).toEqual(filesOf(here));
  for (const job of jobs)
    expect(memoryOf(job).map(({ detached }) => detached)).not.toContain(false);
});
