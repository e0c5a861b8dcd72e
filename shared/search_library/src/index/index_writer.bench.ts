/**
 * Measures the documents indexed per second in one thread: `node
 * shared/search_library/src/index/index_writer.bench.ts [documents]` after a build. The documents
 * resemble news paragraphs: 60 words from a Zipf-like vocabulary, two keywords, a date, a number, a
 * JSON source.
 */
import { IndexWriter, MemoryDirectory, openSegments } from '@skein/search_library';

const COUNT = Number(process.argv[2] ?? 50_000);
const encoder = new TextEncoder();

let state = 42;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const word = () => `w${Math.floor(30_000 ** random())}`;

const analyzer = {
  name: 'split',
  positionIncrementGap: 100,
  offsetGap: 1,
  analyze: (text) => ({
    tokens: text.split(' ').map((term) => ({ term, positionIncrement: 1 })),
    trailingIncrement: 0,
    finalOffset: text.length,
  }),
};

const none = { postings: 'none', norms: false, column: 'none', points: false };
const BODY = { ...none, name: 'body', postings: 'positions', norms: true };
const TAG = { ...none, name: 'tag', postings: 'docs', column: 'ordinal' };
const DATE = { ...none, name: 'date', column: 'long', points: true };
const PRICE = { ...none, name: 'price', column: 'double', points: true };

const documents = Array.from({ length: COUNT }, (_, i) => {
  const body = Array.from({ length: 60 }, word).join(' ');
  const tags = [`tag${Math.floor(random() * 50)}`, `tag${Math.floor(random() * 50)}`];
  const date = 1_700_000_000_000 + i * 1000;
  const price = Math.round(random() * 10_000) / 100;
  return {
    stored: {
      id: `doc-${i}`,
      routing: undefined,
      source: encoder.encode(JSON.stringify({ body, tags, date, price })),
      fields: undefined,
    },
    fields: [
      { kind: 'text', spec: BODY, value: body, analyzer },
      ...tags.map((tag) => ({ kind: 'term', spec: TAG, value: encoder.encode(tag) })),
      { kind: 'number', spec: DATE, value: date },
      { kind: 'number', spec: PRICE, value: price },
    ],
    version: 1,
    seqNo: i,
    primaryTerm: 1,
  };
});

function measure(label, count, run) {
  const start = performance.now();
  const result = run();
  const ms = performance.now() - start;
  console.log(`${label}: ${ms.toFixed(0)} ms, ${Math.round((count / ms) * 1000)}/s`);
  return result;
}

const directory = new MemoryDirectory();
const writer = IndexWriter.open(directory);
measure('add', COUNT, () => {
  for (const document of documents) writer.addDocument(document);
});
measure('refresh', COUNT, () => writer.refresh());
measure('commit', COUNT, () => writer.commit({}));
measure('update a tenth', COUNT / 10, () => {
  for (let i = 0; i < COUNT; i += 10) {
    writer.deleteDocuments(documents[i].stored.id);
    writer.addDocument(documents[i]);
  }
  writer.refresh();
});
measure('merge to one', COUNT, () => writer.forceMerge(1, false));
const segments = openSegments(writer.refresh(), directory);
measure('look up ids', COUNT, () => {
  const terms = segments[0].terms('_id');
  for (const { stored } of documents) {
    const ordinal = terms.find(encoder.encode(stored.id));
    if (terms.postings(ordinal, 'docs').nextDoc() < 0) throw new RangeError('not found');
  }
});
const { sizeBytes, memoryBytes } = writer.stats();
console.log(`${sizeBytes} bytes on disk, ${memoryBytes} in memory`);
