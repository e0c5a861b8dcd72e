/** An index larger than its memory gives the same answers, and never exceeds the limit. */
import { utf8 } from '@skein/bytes';
import { IndexWriter } from '../index/index_writer.js';
import { openSegments } from '../index/open_segments.js';
import type { SegmentReader } from '../index/segment_reader.js';
import {
  dumpDocs,
  type SampleDocument,
  SPECS,
  toIndexable,
  wordAnalyzer,
} from '../index/testing/sample_index.js';
import { SegmentSpace } from '../memory/segment_space.js';
import { enterSpace, letGoOfParts } from '../memory/thread_space.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { createSearcher } from './create_searcher.js';
import { Kernels } from './kernels/kernels.js';
import { compiledKernels } from './kernels/testing/compiled_kernels.js';
import { booleanQuery } from './queries/boolean.js';
import { existsQuery } from './queries/exists.js';
import { phraseQuery } from './queries/phrase.js';
import { termQuery } from './queries/term.js';
import type { Query } from './query.js';
import type { SortField } from './results.js';
import { lcg } from './testing/lcg.js';

const SEGMENTS = 6;
const DOCS = 1500;
const FIELDS = 8;

const random = lcg(11);
const word = () => `w${Math.floor(200 * random() ** 2)}`;

function sample(id: number): SampleDocument {
  const text = Array.from({ length: 12 }, word).join(' ');
  return {
    id: `id-${id}`,
    body: [text],
    title: [`${word()} ${word()}`],
    tag: [word(), `t${id % 50}`],
    group: [`g${id % 9}`],
    count: [Math.floor(random() * 10_000)],
    price: [random() * 100],
    place: [{ lat: random() * 90, lon: random() * 180 }],
  };
}

/** Adds fields whose only purpose is their size. */
function writeIndex(directory: MemoryDirectory): IndexWriter {
  const writer = IndexWriter.open(directory);
  for (let id = 0; id < SEGMENTS * DOCS; id++) {
    const document = toIndexable(sample(id), id);
    const more = Array.from({ length: FIELDS }, (_, field) => ({
      kind: 'text' as const,
      spec: { ...SPECS.body, name: `more${field}` },
      value: Array.from({ length: 8 }, word).join(' '),
      analyzer: wordAnalyzer,
    }));
    writer.addDocument({ ...document, fields: [...document.fields, ...more] });
    if (id % 7 === 3) writer.deleteDocuments(`id-${id - 3}`);
    if ((id + 1) % DOCS === 0) writer.refresh();
  }
  writer.deleteDocuments('id-1');
  writer.refresh();
  writer.commit({});
  return writer;
}

const term = (field: string, text: string) => termQuery(field, utf8(text));
const QUERIES: readonly Query[] = [
  term('body', 'w3'),
  booleanQuery({ must: [term('body', 'w1'), term('body', 'w2')], mustNot: [term('tag', 't4')] }),
  booleanQuery({ should: [term('body', 'w5'), term('title', 'w9'), term('more3', 'w7')] }),
  phraseQuery('body', { terms: [[utf8('w1')], [utf8('w2')]], positions: [0, 1], slop: 0 }),
  existsQuery('price'),
  ...Array.from({ length: FIELDS }, (_, field) => term(`more${field}`, `w${field}`)),
];
const SORT: readonly SortField[] = [
  { kind: 'ordinal', field: 'group', reverse: true, mode: 'max', missing: 'last' },
  { kind: 'number', field: 'count', integral: true, reverse: false, mode: 'min', missing: 'first' },
];

function answers(segments: readonly SegmentReader[], kernels: Kernels): unknown[] {
  return QUERIES.map((query) => {
    const searcher = createSearcher(segments, { kernels });
    const options = { size: 10, totalHitsThreshold: 1000 };
    const found = [
      searcher.topDocs(query, options),
      searcher.count(query),
      searcher.topFieldDocs(query, { ...options, sort: SORT, trackScores: false }),
    ];
    letGoOfParts();
    return found;
  });
}

/** Dumps one segment after the other, since not even the documents need to fit at once. */
const dumpEach = (segments: readonly SegmentReader[]) =>
  segments.flatMap((segment) => {
    const documents = dumpDocs([segment]);
    letGoOfParts();
    return documents;
  });

const sizeOf = (directory: MemoryDirectory) =>
  directory
    .list()
    .reduce((sum, name) => sum + (name.endsWith('.seg') ? directory.length(name) : 0), 0);

test.each([
  ['kernels', new Kernels({ wasm: compiledKernels(), minDocs: 1 })],
  ['scorers', new Kernels({ minDocs: 1_000_000 })],
])('%s: searches and merges in a fraction of the memory of the index', (_name, kernels) => {
  const directory = new MemoryDirectory();
  enterSpace(SegmentSpace.make({ limitBytes: 2 ** 30 }), { row: 0 });
  const expected = answers(openSegments(writeIndex(directory).snapshot(), directory), kernels);
  const limitBytes = Math.floor(sizeOf(directory) / 3);
  const space = enterSpace(SegmentSpace.make({ limitBytes }), { row: 0, scrub: true });
  const writer = IndexWriter.open(directory);
  const segments = openSegments(writer.snapshot(), directory);
  for (let round = 0; round < 3; round++) {
    expect(answers(segments, kernels)).toEqual(expected);
    expect(space.stats.usedBytes).toBeLessThanOrEqual(limitBytes);
  }
  expect(space.stats.evictions).toBeGreaterThan(0);
  const documents = dumpEach(segments);
  writer.forceMerge(3, false);
  writer.refresh();
  const merged = openSegments(writer.snapshot(), directory);
  expect(merged).toHaveLength(3);
  const bySeqNo = (dumps: typeof documents) =>
    dumps.toSorted((a, b) => Number(a.seqNo[0]) - Number(b.seqNo[0]));
  expect(bySeqNo(dumpEach(merged))).toEqual(bySeqNo(documents));
  expect(space.stats.usedBytes).toBeLessThanOrEqual(limitBytes);
});

test('a search that needs more at once than there is room for is refused, the next one is not', () => {
  const directory = new MemoryDirectory();
  writeIndex(directory);
  const limitBytes = Math.floor(sizeOf(directory) / 20);
  const space = enterSpace(SegmentSpace.make({ limitBytes }), { row: 0, patienceMs: 0 });
  const writer = IndexWriter.open(directory);
  const searcher = createSearcher(openSegments(writer.snapshot(), directory));
  const everything = booleanQuery({
    should: Array.from({ length: FIELDS }, (_, field) => term(`more${field}`, 'w1')),
  });
  expect(() => searcher.count(everything)).toThrow('[fielddata] Data too large, data for [_');
  letGoOfParts();
  expect(searcher.count(term('group', 'nothing'))).toBe(0);
  expect(searcher.count(term('tag', 't4'))).toBeGreaterThan(0);
  expect(space.stats.refused).toBe(1);
});
