import { utf8 } from '@skein/bytes';
import { StatisticsRecorder, sharedStatistics, sumStatistics } from './corpus_statistics.js';

const field = { docCount: 10, sumTotalTermFreq: 100, sumDocFreq: 50 };

function recorded(docFreq: number, words: readonly string[]) {
  const recorder = new StatisticsRecorder();
  expect(recorder.field('body', field)).toBe(field);
  for (const word of words) {
    const own = { docFreq, totalTermFreq: 2 * docFreq };
    expect(recorder.term('body', utf8(word), own)).toBe(own);
  }
  return recorder.statistics();
}

test('what shards have recorded adds up; what nobody recorded stays a searcher’s own', () => {
  const sums = sumStatistics([recorded(1, ['a', 'é']), recorded(3, ['é']), recorded(0, [])]);
  const shared = sharedStatistics(sums);
  const own = { docFreq: 7, totalTermFreq: 7 };
  expect(shared.term('body', utf8('é'), own)).toMatchObject({ docFreq: 4, totalTermFreq: 8 });
  expect(shared.term('body', utf8('a'), own)).toMatchObject({ docFreq: 1, totalTermFreq: 2 });
  expect(shared.term('body', utf8('b'), own)).toBe(own);
  expect(shared.term('title', utf8('a'), own)).toBe(own);
  expect(shared.field('title', field)).toBe(field);
  expect(shared.field('body', field)).toMatchObject({
    docCount: 30,
    sumTotalTermFreq: 300,
    sumDocFreq: 150,
  });
});

test('a term asked for twice counts once', () => {
  const { terms } = recorded(2, ['a', 'a']);
  expect(terms).toHaveLength(1);
});

test('a term may be longer than the stack', () => {
  const [long, other] = ['x'.repeat(300_000), `${'x'.repeat(300_000)}y`];
  const shared = sharedStatistics(recorded(2, [long]));
  const own = { docFreq: 7, totalTermFreq: 7 };
  expect(shared.term('body', utf8(long), own)).toMatchObject({ docFreq: 2 });
  expect(shared.term('body', utf8(other), own)).toBe(own);
});
