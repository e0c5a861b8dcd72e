/**
 * Searches by kernels against the same searches by scorers, over random documents, deletes and queries; compiled kernels against the same sources as
 * JavaScript.
 */
import { utf8 } from '@skein/bytes';
import type { FieldSpec } from '../../document/field_spec.js';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import { wordAnalyzer } from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import type { TopDocsOptions } from '../index_searcher.js';
import { OutOfTime } from '../out_of_time.js';
import { booleanQuery } from '../queries/boolean.js';
import { numberRangeQuery } from '../queries/number_range.js';
import { phraseQuery } from '../queries/phrase.js';
import { termQuery } from '../queries/term.js';
import type { Query } from '../query.js';
import type { ScoreDoc } from '../results.js';
import { planKernel } from './kernel_plan.js';
import { Kernels } from './kernels.js';
import { compiledKernels } from './testing/compiled_kernels.js';

const SEED = 20261121;
const BODY: FieldSpec = {
  name: 'body',
  postings: 'positions',
  norms: true,
  column: 'none',
  points: false,
};
const TITLE: FieldSpec = { ...BODY, name: 'title', postings: 'freqs' };
const TAG: FieldSpec = { ...BODY, name: 'tag', postings: 'docs', norms: false };
const NUM: FieldSpec = {
  name: 'num',
  postings: 'none',
  norms: false,
  column: 'long',
  points: true,
};

type Random = () => number;

function random(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = <T>(next: Random, from: readonly T[]): T =>
  from[Math.floor(next() * from.length)] as T;

/** Words from very frequent to very rare. */
const word = (next: Random): string => `w${Math.floor(next() ** 4 * 900)}`;

function buildSegments(
  next: Random,
  sizes: readonly number[],
  deletedPart: number,
): SegmentReader[] {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  let id = 0;
  for (const size of sizes) {
    for (let i = 0; i < size; i++) {
      const length = 1 + Math.floor(next() ** 3 * 120);
      const words = Array.from({ length }, () => word(next)).join(' ');
      const title = Array.from({ length: 1 + Math.floor(next() * 4) }, () => word(next)).join(' ');
      writer.addDocument({
        stored: { id: String(id++), routing: undefined, source: undefined, fields: undefined },
        fields: [
          { kind: 'text', spec: BODY, value: words, analyzer: wordAnalyzer },
          ...(next() < 0.7
            ? [{ kind: 'text', spec: TITLE, value: title, analyzer: wordAnalyzer } as const]
            : []),
          { kind: 'term', spec: TAG, value: utf8(`t${Math.floor(next() * 5)}`) },
          ...(next() < 0.9
            ? [{ kind: 'number', spec: NUM, value: Math.floor(next() * 1000) } as const]
            : []),
        ],
        version: 1,
        seqNo: id,
        primaryTerm: 1,
      });
    }
    writer.refresh();
  }
  for (let i = 0; i < id; i++) if (next() < deletedPart) writer.deleteDocuments(String(i));
  writer.refresh();
  return openSegments(writer.snapshot(), directory);
}

const term = (next: Random): Query =>
  next() < 0.85 ? termQuery('body', utf8(word(next))) : termQuery('title', utf8(word(next)));
const tag = (next: Random): Query => termQuery('tag', utf8(`t${Math.floor(next() * 6)}`));
const range = (next: Random): Query => {
  const from = Math.floor(next() * 1000);
  return numberRangeQuery('num', from, from + Math.floor(next() * 600));
};
const some = (next: Random, most: number, make: (next: Random) => Query): Query[] =>
  Array.from({ length: Math.floor(next() * (most + 1)) }, () => make(next));

function phrase(next: Random): Query {
  const length = 2 + Math.floor(next() * 2);
  const terms = Array.from({ length }, () => [utf8(`w${Math.floor(next() ** 4 * 12)}`)]);
  return phraseQuery('body', { terms, positions: terms.map((_, i) => i), slop: 0 });
}

function query(next: Random): Query {
  const kind = Math.floor(next() * 8);
  const filter = next() < 0.4 ? [pick(next, [tag, range, term])(next)] : [];
  const mustNot = next() < 0.3 ? [pick(next, [tag, range, term])(next)] : [];
  if (kind === 0) return term(next);
  if (kind <= 2) return booleanQuery({ should: [term(next), term(next), ...some(next, 4, term)] });
  if (kind === 3) {
    const should = [term(next), ...some(next, 5, term)];
    return booleanQuery({
      should,
      filter,
      mustNot,
      minimumShouldMatch: 1 + Math.floor(next() * 3),
    });
  }
  if (kind === 4) return booleanQuery({ must: [term(next), ...some(next, 2, term)] });
  if (kind === 5) {
    const must = [term(next), ...some(next, 1, term)];
    const should = some(next, 3, term);
    const minimumShouldMatch = Math.floor(next() * (should.length + 1));
    return booleanQuery({ must, should, filter, mustNot, minimumShouldMatch });
  }
  if (kind === 6) return phrase(next);
  const must = [
    pick(next, [phrase, (n: Random) => booleanQuery({ should: [term(n), term(n)] })])(next),
  ];
  return booleanQuery({
    must,
    filter: filter.filter((one) => one.kind === 'number_range'),
    mustNot,
  });
}

function options(next: Random): TopDocsOptions {
  return {
    size: pick(next, [1, 3, 10, 50]),
    totalHitsThreshold: pick(next, [0, 0, 20, 500, Number.POSITIVE_INFINITY]),
    minScore: next() < 0.15 ? next() * 4 : undefined,
    after:
      next() < 0.2 ? { score: Math.fround(next() * 6), doc: Math.floor(next() * 3000) } : undefined,
  };
}

const compiled = new Kernels({ wasm: compiledKernels(), minDocs: 1 });
const plain = new Kernels({ minDocs: 1 });

test('the queries of these tests are the work of kernels', () => {
  const next = random(SEED);
  const segments = buildSegments(next, [400], 0.1);
  const searcher = createSearcher(segments);
  let planned = 0;
  for (let i = 0; i < 300; i++) {
    const node = searcher.weight(query(next), true).kernel?.(segments[0] as SegmentReader);
    if (node !== undefined && planKernel(node, { maxDoc: 400, threshold: 0 }) !== undefined)
      planned++;
  }
  expect(planned).toBeGreaterThan(250);
});

describe.each([
  ['without deletes', [3000], 0],
  ['with deletes', [2500], 0.2],
  ['several segments', [900, 5000, 40, 1], 0.1],
  ['a segment of several windows', [9000], 0.05],
] as const)('%s', (name, sizes, deletedPart) => {
  const next = random(SEED + name.length);
  const segments = buildSegments(next, sizes, deletedPart);
  const byScorers = createSearcher(segments);
  const byJavaScript = createSearcher(segments, { kernels: plain });
  const byWasm = createSearcher(segments, { kernels: compiled });

  test('hits, scores and totals are those of the scorers', () => {
    for (let i = 0; i < 150; i++) {
      const one = query(next);
      const request = options(next);
      const context = `seed ${SEED}, query ${i}: ${one} ${JSON.stringify(request)}`;
      const threshold = Number.POSITIVE_INFINITY;
      const all = byScorers.topDocs(one, { ...request, totalHitsThreshold: threshold });
      const exact = all.total.value <= request.totalHitsThreshold;
      const total = {
        value: exact ? all.total.value : request.totalHitsThreshold,
        relation: exact ? 'eq' : 'gte',
      };
      const found = byWasm.topDocs(one, request);
      expect({ context, total: found.total }).toEqual({ context, total });
      expect({ context, found }).toEqual({ context, found: byJavaScript.topDocs(one, request) });
      expectSameHits(context, found.hits, all.hits);
      const count = byScorers.count(one);
      expect({ context, count: byWasm.count(one) }).toEqual({ context, count });
      expect({ context, count: byJavaScript.count(one) }).toEqual({ context, count });
    }
  });
});

test.each([
  ['compiled', compiled],
  ['plain', plain],
])('out of time, %s kernels give what they have found', (_name, kernels) => {
  const segments = buildSegments(random(SEED), [9000], 0.05);
  const one = booleanQuery({
    should: [0, 1, 2].map((i) => termQuery('body', utf8(`w${i}`))),
    filter: [numberRangeQuery('num', 0, 900)],
  });
  const request = { size: 50, totalHitsThreshold: Number.POSITIVE_INFINITY };
  const whole = createSearcher(segments, { kernels }).topDocs(one, request);
  const everything = createSearcher(segments, { kernels }).topDocs(one, { ...request, size: 9000 });
  const scores = new Map(everything.hits.map(({ doc, score }) => [doc, score]));
  let left = 1;
  const checkCancelled = (): void => {
    if (left-- === 0) throw new OutOfTime();
  };
  const part = createSearcher(segments, { kernels, checkCancelled }).topDocs(one, request);
  expect(part.timedOut).toBe(true);
  expect(part.hits.length).toBe(50);
  expect(part.total.value).toBeLessThan(whole.total.value);
  for (const { doc, score } of part.hits) expect(scores.get(doc)).toBe(score);
});

/**
 * Scorers round the sum of what must match and of what may before they add them; kernels round once. So scores may differ in the last bit, and hits
 * whose scores differ by no more may change places.
 */
function expectSameHits(
  context: string,
  found: readonly ScoreDoc[],
  expected: readonly ScoreDoc[],
): void {
  expect({ context, size: found.length }).toEqual({ context, size: expected.length });
  const last = expected.at(-1)?.score ?? 0;
  const byDoc = new Map(expected.map(({ doc, score }) => [doc, score]));
  found.forEach(({ doc, score }, i) => {
    const rank = expected[i]?.score ?? 0;
    expect({ context, close: isClose(score, rank) }).toEqual({ context, close: true });
    const known = byDoc.get(doc) ?? last;
    expect({ context, doc, close: isClose(score, known) }).toEqual({ context, doc, close: true });
  });
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 3e-7 * Math.abs(b);
