/**
 * Measures microseconds per query with one thread and one segment: `node
 * shared/search_library/src/search/search.bench.ts [documents]` after a build. Documents are 60
 * words of a Zipf-like vocabulary and a number. The minimum of many repetitions is shown.
 */
import {
  booleanQuery,
  createSearcher,
  IndexWriter,
  MemoryDirectory,
  numberRangeQuery,
  openSegments,
  phraseQuery,
  termQuery,
} from '@skein/search_library';

const COUNT = Number(process.argv[2] ?? 50_000);
const REPETITIONS = 100;
const encoder = new TextEncoder();

let state = 42;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

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
const BODY = { name: 'body', postings: 'positions', norms: true, column: 'none', points: false };
const DATE = { name: 'date', postings: 'none', norms: false, column: 'long', points: true };

function buildSearcher() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < COUNT; i++) {
    const length = 20 + Math.floor(random() * 80);
    const body = Array.from({ length }, () => `w${Math.floor(30_000 ** random())}`).join(' ');
    writer.addDocument({
      stored: { id: `${i}`, routing: undefined, source: undefined, fields: undefined },
      fields: [
        { kind: 'text', spec: BODY, value: body, analyzer },
        { kind: 'number', spec: DATE, value: i },
      ],
      version: 1,
      seqNo: i,
      primaryTerm: 1,
    });
  }
  writer.refresh();
  writer.forceMerge(1, false);
  writer.refresh();
  return createSearcher(openSegments(writer.snapshot(), directory));
}

const term = (text) => termQuery('body', encoder.encode(text));
const phrase = (words, slop = 0) =>
  phraseQuery('body', {
    terms: words.map((word) => [encoder.encode(word)]),
    positions: words.map((_, i) => i),
    slop,
  });
const range = numberRangeQuery('date', 0, COUNT / 10);

const QUERIES = {
  'term, frequent': term('w1'),
  'term, medium': term('w100'),
  'or 2, frequent': booleanQuery({ should: [term('w1'), term('w2')] }),
  'or 2, medium': booleanQuery({ should: [term('w50'), term('w100')] }),
  'or 5': booleanQuery({ should: ['w1', 'w5', 'w20', 'w100', 'w900'].map(term) }),
  'and 2, frequent': booleanQuery({ must: [term('w1'), term('w2')] }),
  'and 2, medium': booleanQuery({ must: [term('w50'), term('w100')] }),
  'phrase, frequent': phrase(['w1', 'w2']),
  'phrase~2': phrase(['w1', 'w2'], 2),
  'term + range': booleanQuery({ must: [term('w20')], filter: [range] }),
};

function leastMicros(run) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPETITIONS; i++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return Math.round(least * 1000);
}

const searcher = buildSearcher();
const top = { size: 10, totalHitsThreshold: 1000 };
const exhaustive = { size: 10, totalHitsThreshold: Number.POSITIVE_INFINITY };
const sort = [
  { kind: 'number', field: 'date', integral: true, reverse: true, mode: 'min', missing: 'last' },
];
console.log(
  `${COUNT} documents; µs: top 10 after 1,000 hits | top 10, all counted | count | sorted`,
);
for (const [name, query] of Object.entries(QUERIES)) {
  const figures = [
    leastMicros(() => searcher.topDocs(query, top)),
    leastMicros(() => searcher.topDocs(query, exhaustive)),
    leastMicros(() => searcher.count(query)),
    leastMicros(() => searcher.topFieldDocs(query, { ...exhaustive, sort, trackScores: false })),
  ];
  console.log(
    `${name.padEnd(18)} ${figures.map((figure) => String(figure).padStart(8)).join(' ')}`,
  );
}
