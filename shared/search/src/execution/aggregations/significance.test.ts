/**
 * Compares `significant_terms` and `significant_text` with textbook definitions of their measures,
 * on one shard, on several, and in samples.
 */

import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { mappingOf } from '../../testing/mapping_of.js';
import { modelDocuments } from '../../testing/model/model_corpus.js';
import {
  type ModelDocument,
  matches,
  valuesOf,
  wholeDocuments,
} from '../../testing/model/model_document.js';
import { answerOfOne, answerOfSeveral, splits } from '../../testing/model/model_shards.js';
import { TestIndex } from '../../testing/test_index.js';

/** Matches with the term, all matches, all documents with the term, and all documents. */
interface Frequencies {
  readonly inside: number;
  readonly matched: number;
  readonly around: number;
  readonly all: number;
}

/**
 * The observed counts of a two-by-two table, each with its expected count if rows and columns were
 * independent.
 */
function cells({ inside, matched, around, all }: Frequencies, isSuperset: boolean) {
  const [others, rest] = isSuperset ? [around - inside, all - matched] : [around, all];
  const total = matched + rest;
  const withTerm = inside + others;
  return [
    { seen: inside, expected: (matched * withTerm) / total },
    { seen: matched - inside, expected: (matched * (total - withTerm)) / total },
    { seen: others, expected: (rest * withTerm) / total },
    { seen: rest - others, expected: (rest * (total - withTerm)) / total },
  ].map((cell) => ({ ...cell, total }));
}

const isRarerInside = (of: Frequencies, isSuperset: boolean): boolean => {
  const [inside, outside] = isSuperset
    ? [of.around - of.inside, of.all - of.matched]
    : [of.around, of.all];
  return of.inside / of.matched < inside / outside;
};

type Measure = (of: Frequencies) => number;

const chiSquare =
  (isSuperset: boolean): Measure =>
  (of) =>
    cells(of, isSuperset).reduce(
      (sum, { seen, expected }) => sum + (seen - expected) ** 2 / expected,
      0,
    );
const information =
  (isSuperset: boolean): Measure =>
  (of) =>
    cells(of, isSuperset).reduce(
      (sum, { seen, expected, total }) =>
        sum + (seen === 0 ? 0 : (seen / total) * Math.log2(seen / expected)),
      0,
    );
const onlyMoreFrequent =
  (measure: Measure, isSuperset = true): Measure =>
  (of) =>
    isRarerInside(of, isSuperset) ? 0 : measure(of);

const MEASURES: readonly (readonly [JsonObject, Measure])[] = [
  [
    {},
    ({ inside, matched, around, all }) => {
      const [here, there] = [inside / matched, around / all];
      return here <= there ? 0 : (here - there) * (here / there);
    },
  ],
  [{ percentage: {} }, ({ inside, around }) => inside / around],
  [{ chi_square: {} }, onlyMoreFrequent(chiSquare(true))],
  [{ chi_square: { include_negatives: true } }, chiSquare(true)],
  [{ chi_square: { background_is_superset: false } }, onlyMoreFrequent(chiSquare(false), false)],
  [{ mutual_information: {} }, onlyMoreFrequent(information(true))],
  [{ mutual_information: { include_negatives: true } }, information(true)],
  [
    { mutual_information: { background_is_superset: false } },
    onlyMoreFrequent(information(false), false),
  ],
  [
    { gnd: {} },
    ({ inside, matched, around, all }) => {
      const [most, least] = [Math.max(around, matched), Math.min(around, matched)];
      if (most === inside) return 1;
      return Math.exp(-(Math.log(most) - Math.log(inside)) / (Math.log(all) - Math.log(least)));
    },
  ],
];

interface Scored extends Frequencies {
  readonly key: string | number;
  readonly score: number;
}

const termsOf = (
  documents: readonly ModelDocument[],
  field: string,
): ReadonlySet<string | number> =>
  new Set(documents.flatMap((each) => valuesOf(each, field) as readonly (string | number)[]));

/** A shard reports the background count of a term only if one of its matches has the term. */
function modelOf(
  shards: readonly (readonly ModelDocument[])[],
  { field, query, background }: { field: string; query: JsonObject; background: JsonObject },
  measure: Measure,
): readonly Scored[] {
  const sides = shards.map((documents) => ({
    found: documents.filter((each) => matches(each, query)),
    around: documents.filter((each) => matches(each, background)),
  }));
  const count = (documents: readonly ModelDocument[], key: string | number): number =>
    documents.filter((each) => valuesOf(each, field).includes(key)).length;
  const sum = (of: (side: (typeof sides)[number]) => number): number =>
    sides.reduce((all, side) => all + of(side), 0);
  const matched = sum(({ found }) => found.length);
  const all = sum(({ around }) => around.length);
  return [
    ...termsOf(
      sides.flatMap(({ found }) => found),
      field,
    ),
  ].map((key) => {
    const inside = sum(({ found }) => count(found, key));
    const around = sum((side) => (count(side.found, key) > 0 ? count(side.around, key) : 0));
    const of = { inside, matched, around, all };
    return { key, ...of, score: measure(of) };
  });
}

interface Shown {
  readonly doc_count: number;
  readonly bg_count: number;
  readonly buckets: readonly {
    key: string | number;
    doc_count: number;
    bg_count: number;
    score: number;
  }[];
}

function checkShown(
  shown: Shown,
  scored: readonly Scored[],
  options: { least: number; size: number },
): void {
  const wanted = scored
    .filter(({ score, inside }) => score > 1e-9 && inside >= options.least)
    .toSorted((a, b) => b.score - a.score);
  // Scores that are only rounding errors of the sum are ignored.
  const buckets = shown.buckets.filter(({ score }) => score > 1e-9);
  expect(buckets).toHaveLength(Math.min(options.size, wanted.length));
  buckets.forEach((bucket, i) => {
    const own = wanted.find(({ key }) => key === bucket.key);
    expect(bucket).toMatchObject({ doc_count: own?.inside, bg_count: own?.around });
    expect(bucket.score).toBeCloseTo(own?.score as number, 9);
    expect(bucket.score).toBeCloseTo(wanted[i]?.score as number, 9);
  });
}

/** Nested objects are removed: they would be documents of the background too. */
const documents = modelDocuments.map((all) => all.map(({ o: _, ...rest }: JsonObject) => rest));
const ALL: JsonObject = { match_all: {} };
const queries = fc.constantFrom<JsonObject>(
  { term: { b: true } },
  { range: { n: { gte: 0, lt: 4 } } },
);

test('terms and scores are those of the measures', () => {
  const asked = fc.record({
    field: fc.constantFrom('k', 'w'),
    measure: fc.constantFrom(...MEASURES),
    query: queries,
    least: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(
      documents,
      asked,
      splits,
      (sources, { field, measure, query, least, size }, split) => {
        const [heuristic, score] = measure;
        const options = { field, min_doc_count: least, size, ...heuristic };
        const body = { query, aggs: { s: { significant_terms: options } } };
        const all = wholeDocuments(sources);
        const of = { field, query, background: ALL };
        const one = answerOfOne(sources, body, split).s as unknown as Shown;
        checkShown(one, modelOf([all], of, score), { least, size });
        const shards = Array.from({ length: split.shards }, (_none, shard) =>
          all.filter((_each, i) => i % split.shards === shard),
        );
        const several = answerOfSeveral(sources, body, split).s as unknown as Shown;
        checkShown(several, modelOf(shards, of, score), { least, size });
        expect(several).toMatchObject({ doc_count: one.doc_count, bg_count: one.bg_count });
        expect(one.bg_count).toBe(all.length);
      },
    ),
    { numRuns: 120 },
  );
});

test('a filter makes the background', () => {
  const background: JsonObject = { range: { d: { gte: -1 } } };
  const [, measure] = MEASURES[4] as (typeof MEASURES)[number];
  fc.assert(
    fc.property(documents, queries, splits, (sources, query, split) => {
      const significant_terms = {
        field: 'k',
        min_doc_count: 1,
        background_filter: background,
        chi_square: { background_is_superset: false },
      };
      const shown = answerOfOne(sources, { query, aggs: { s: { significant_terms } } }, split);
      const all = wholeDocuments(sources);
      const scored = modelOf([all], { field: 'k', query, background }, measure);
      checkShown(shown.s as unknown as Shown, scored, { least: 1, size: 10 });
    }),
    { numRuns: 60 },
  );
});

const WORDS = ['red', 'green', 'blue', 'grey'];
const MANY = 600;
const sampled = new TestIndex({
  mapping: mappingOf({
    n: 'long',
    k: 'keyword',
    t: 'text',
    o: { type: 'nested', properties: { k: { type: 'keyword' } } },
  }),
  documents: Array.from({ length: MANY }, (_none, n) => {
    const word = WORDS[(n * n) % WORDS.length] as string;
    return {
      n,
      k: word,
      t: `${word} ${n % 7 === 0 ? 'seven' : 'other'}`,
      o: [{ k: word }, { k: 'all' }],
    };
  }),
  segmentDocs: 250,
});

/** Runs the aggregations in a sample that is always the same. */
function sample(aggs: JsonObject, query: JsonObject): Readonly<Record<string, Shown>> {
  const random_sampler = { probability: 0.4, seed: 12 };
  const answer = sampled.answer({ size: 0, query, aggs: { a: { random_sampler, aggs } } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations)).a;
}

test('in a sample matches and background are those of the sample, scaled to all documents', () => {
  const query = { range: { n: { lt: 200 } } };
  const terms = { terms: { field: 'k', size: 50 } };
  const seven = { filter: { match: { t: 'seven' } } };
  const inside = sample({ terms, seven, all: { filter: ALL } }, query);
  const around = sample({ terms, seven, all: { filter: ALL }, o: { nested: { path: 'o' } } }, ALL);
  const { keys, words, objects } = sample(
    {
      keys: { significant_terms: { field: 'k', min_doc_count: 1, percentage: {} } },
      words: { significant_text: { field: 't', min_doc_count: 1, percentage: {} } },
      objects: {
        nested: { path: 'o' },
        aggs: { s: { significant_terms: { field: 'o.k', min_doc_count: 1, percentage: {} } } },
      },
    },
    query,
  );
  const ofAll = around.all?.doc_count as number;
  const ofObjects = around.o?.doc_count as number;
  expect(ofObjects).toBeGreaterThan(ofAll);
  expect(keys?.doc_count).toBe(inside.all?.doc_count);
  // Each count is rounded separately.
  expect(Math.abs((keys?.bg_count as number) - ofAll - ofObjects)).toBeLessThanOrEqual(1);
  const countOf = (shown: Shown | undefined, of: string | number): number | undefined =>
    shown?.buckets.find(({ key }) => key === of)?.doc_count;
  expect(keys?.buckets.length).toBeGreaterThan(1);
  for (const { key, doc_count, bg_count } of keys?.buckets ?? []) {
    expect(doc_count).toBe(countOf(inside.terms, key));
    expect(bg_count).toBe(countOf(around.terms, key));
  }
  const word = words?.buckets.find(({ key }) => key === 'seven');
  expect(word).toMatchObject({
    doc_count: inside.seven?.doc_count,
    bg_count: around.seven?.doc_count,
  });
  const { s } = objects as unknown as { s: Shown };
  const every = s.buckets.find(({ key }) => key === 'all');
  expect(every).toMatchObject({ doc_count: inside.all?.doc_count, bg_count: ofAll });
});
