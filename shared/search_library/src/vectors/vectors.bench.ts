/**
 * Measures recall and speed of vector search: `node
 * shared/search_library/src/vectors/vectors.bench.ts DOCS.ndjson[.gz] [count] [dimension]` after a
 * build. A document's vector is a random projection of its words (hashed, rarer words weigh more),
 * so texts that share words are near; the last 500 documents are the queries. Times are CPU time of
 * this process.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  createSearcher,
  IndexWriter,
  Kernels,
  knnQuery,
  MemoryDirectory,
  numberRangeQuery,
  openSegments,
} from '@skein/search_library';

const [path, countText = '50000', dimensionText = '128'] = process.argv.slice(2);
const DIMENSION = Number(dimensionText);
const wasm =
  process.env.KERNELS === 'none'
    ? undefined
    : readFileSync(new URL('../../dist/kernels.wasm', import.meta.url));
const kernels = new Kernels({ wasm });
const QUERIES = 500;
const K = 10;

const file = readFileSync(path);
const lines = (path.endsWith('.gz') ? gunzipSync(file) : file).toString('utf8').split('\n');
const texts = lines
  .filter((line) => line.startsWith('{') && !line.startsWith('{"index"'))
  .slice(0, Number(countText) + QUERIES)
  .map((line) =>
    Object.values(JSON.parse(line))
      .filter((value) => typeof value === 'string')
      .join(' '),
  );

const wordsOf = (text) => text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
const docFreqs = new Map();
for (const text of texts)
  for (const word of new Set(wordsOf(text))) docFreqs.set(word, (docFreqs.get(word) ?? 0) + 1);

const directions = new Map();
function direction(word) {
  let found = directions.get(word);
  if (found) return found;
  let state = [...word].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16777619), 7);
  found = new Float32Array(DIMENSION);
  for (let i = 0; i < DIMENSION; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    found[i] = (state >>> 8) / 2 ** 23 - 1;
  }
  directions.set(word, found);
  return found;
}

function embed(text) {
  const vector = new Float32Array(DIMENSION);
  for (const word of wordsOf(text)) {
    const weight = Math.log(texts.length / docFreqs.get(word)) ** 2;
    const along = direction(word);
    for (let i = 0; i < DIMENSION; i++) vector[i] += weight * along[i];
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const vectors = texts.map(embed);
const queries = vectors.splice(-QUERIES);

function cpuSeconds(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const none = { postings: 'none', norms: false, column: 'none', points: false };
const NUMBER = { ...none, name: 'n', column: 'long', points: true };

function indexed(graph) {
  const vector = { dimension: DIMENSION, space: 'cosine', element: 'float', graph };
  const spec = { ...none, name: 'v', column: 'vector', vector };
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, { bufferBytes: 2 ** 40, kernels });
  const seconds = cpuSeconds(() => {
    vectors.forEach((value, i) => {
      writer.addDocument({
        stored: { id: String(i), routing: undefined, source: undefined, fields: undefined },
        fields: [
          { kind: 'vector', spec, value },
          { kind: 'number', spec: NUMBER, value: i },
        ],
        version: 1,
        seqNo: i,
        primaryTerm: 1,
      });
    });
    writer.refresh();
  });
  const segments = openSegments(writer.snapshot(), directory);
  const searcher = createSearcher(segments, { kernels });
  return { searcher, seconds };
}

const OPTIONS = { size: K, totalHitsThreshold: 0 };
function search(searcher, candidates, filter) {
  const found = [];
  const seconds = cpuSeconds(() => {
    for (const vector of queries) {
      const query = knnQuery({ field: 'v', vector, k: K, candidates, filter });
      found.push(searcher.topDocs(query, OPTIONS).hits.map(({ doc }) => doc));
    }
  });
  return { found, perSecond: Math.round(queries.length / seconds) };
}

const shares = (lower, upper) => numberRangeQuery('n', lower, upper - 1);

const exact = indexed(undefined);
const approximate = indexed({ m: 16, efConstruction: 100 });
console.log(
  `${vectors.length} vectors of ${DIMENSION}; graph built in ${(approximate.seconds - exact.seconds).toFixed(1)} s`,
);
for (const [name, filter] of [
  ['all', undefined],
  ['filter 10 %', shares(0, vectors.length / 10)],
  ['filter 0.1 %', shares(0, vectors.length / 1000)],
]) {
  const truth = search(exact.searcher, K, filter);
  console.log(`${name}: exact ${truth.perSecond} queries per CPU second`);
  for (const ef of [10, 50, 100, 200, 400]) {
    const { found, perSecond } = search(approximate.searcher, ef, filter);
    const hits = found.flatMap((docs, i) => docs.filter((doc) => truth.found[i].includes(doc)));
    const recall = hits.length / truth.found.flat().length;
    console.log(
      `  ef ${ef}: recall@${K} ${recall.toFixed(3)}, ${perSecond} queries per CPU second`,
    );
  }
}
