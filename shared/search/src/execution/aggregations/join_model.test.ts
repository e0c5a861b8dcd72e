/**
 * Compares `children` and `parent` over random questions and answers with loops over all of them.
 */
import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

const mapping = {
  properties: {
    link: { type: 'join', relations: { question: ['answer', 'vote'] } },
    tag: { type: 'keyword' },
    score: { type: 'long' },
  },
};

interface Question {
  readonly tags: readonly string[];
  readonly score: number;
}
interface Reply {
  readonly kind: 'answer' | 'vote';
  /** The answer's position among the questions, modulo their number. */
  readonly of: number;
  readonly tags: readonly string[];
  readonly score: number;
}

const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
const score = fc.integer({ min: -9, max: 9 });
const questions = fc.array(fc.record({ tags, score }), { minLength: 1, maxLength: 8 });
const replies = fc.array(
  fc.record({ kind: fc.constantFrom('answer', 'vote'), of: fc.nat(20), tags, score }),
  { maxLength: 20 },
);

const sources = (asked: readonly Question[], given: readonly Reply[]): JsonObject[] => [
  ...asked.map(({ tags: tag, score: of }) => ({ link: 'question', tag: [...tag], score: of })),
  ...given.map(({ kind, of, tags: tag, score: own }) => ({
    // Documents of a test index have their positions, from 1, as ids.
    link: { name: kind, parent: String(1 + (of % asked.length)) },
    tag: [...tag],
    score: own,
  })),
];

const sumOf = (all: readonly { readonly score: number }[]): JsonObject => ({
  doc_count: all.length,
  sum: { value: all.reduce((sum, { score: own }) => sum + own, 0) },
});

function byTag<T extends Question>(all: readonly T[], inner: (own: readonly T[]) => JsonObject) {
  const names = [...new Set(all.flatMap((each) => each.tags))].toSorted();
  return {
    buckets: names.map((key) => {
      const own = all.filter((each) => each.tags.includes(key));
      return { key, doc_count: own.length, ...inner(own) };
    }),
  };
}

const SUM = { sum: { sum: { field: 'score' } } };
const tagged = (aggs: JsonObject): JsonObject => ({
  terms: { field: 'tag', order: { _key: 'asc' } },
  aggs,
});

test('the answers of questions in each bucket, and the questions of answers', () => {
  const segments = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(questions, replies, segments, (asked, given, segmentDocs) => {
      const documents = sources(asked, given);
      const index = new TestIndex({ mapping, documents, segmentDocs, routing: 'same' });
      const answer = (aggs: JsonObject, kind: string): unknown => {
        const query = { term: { link: kind } };
        const { aggregations } = index.answer({ size: 0, query, aggs }) as JsonObject;
        return JSON.parse(JSON.stringify(aggregations));
      };
      const answers = given.filter(({ kind }) => kind === 'answer');
      const isOf = (reply: Reply, all: readonly Question[]) =>
        all.includes(asked[reply.of % asked.length] as Question);
      const down = { answers: { children: { type: 'answer' }, aggs: SUM } };
      const answersOf = (own: readonly Question[]) => ({
        answers: sumOf(answers.filter((each) => isOf(each, own))),
      });
      expect(answer({ tags: tagged(down), ...down }, 'question')).toMatchObject({
        tags: byTag(asked, answersOf),
        ...answersOf(asked),
      });
      const up = { asked: { parent: { type: 'answer' }, aggs: SUM } };
      const askedOf = (own: readonly Reply[]) => ({
        asked: sumOf(asked.filter((_each, i) => own.some(({ of }) => of % asked.length === i))),
      });
      expect(answer({ tags: tagged(up), ...up }, 'answer')).toMatchObject({
        tags: byTag(answers, askedOf),
        ...askedOf(answers),
      });
    }),
    { numRuns: 60 },
  );
});
