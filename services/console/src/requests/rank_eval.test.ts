import { rankBody, rankedRows, readJudgments, withJudgment } from './rank_eval.js';

it('reads judgments, and tells lines that are none', () => {
  expect(readJudgments('d1 3\n\n d2  0 \nd3\nd4 much')).toEqual({
    judgments: [
      { id: 'd1', rating: 3 },
      { id: 'd2', rating: 0 },
    ],
    wrong: ['d3', 'd4 much'],
  });
});

it('changes the judgment of a document, and keeps all other lines', () => {
  expect(withJudgment('d1 3\nd2 1', { id: 'd1', rating: 0 })).toBe('d1 0\nd2 1');
  const text = '# from March\nd1 3\n\nd2 maybe\nd1 2\n';
  expect(withJudgment(text, { id: 'd1', rating: 1 })).toBe('# from March\nd1 1\n\nd2 maybe\n');
  expect(withJudgment(text, { id: 'd3', rating: 1 })).toBe(`${text}d3 1`);
  expect(withJudgment('', { id: 'd1', rating: 2 })).toBe('d1 2');
});

it('asks for both versions with the same judgments', () => {
  const body = rankBody({
    index: 'books',
    queries: { a: { match: { title: 'sea' } }, b: { match_phrase: { title: 'sea' } } },
    judgments: [{ id: 'd1', rating: 3 }],
    metric: 'dcg',
  });
  const ratings = [{ _index: 'books', _id: 'd1', rating: 3 }];
  expect(body).toEqual({
    requests: [
      { id: 'a', request: { query: { match: { title: 'sea' } } }, ratings },
      { id: 'b', request: { query: { match_phrase: { title: 'sea' } } }, ratings },
    ],
    metric: { dcg: { k: 10, normalize: true } },
  });
});

it('puts what was found side by side', () => {
  const hit = (id: string, rating: number | null) => ({ hit: { _id: id }, rating });
  const details = {
    a: { metric_score: 1, hits: [hit('d1', 3), hit('d2', null)] },
    b: { metric_score: 0.5, hits: [hit('d2', null)] },
  };
  expect(rankedRows({ details, failures: {} })).toEqual([
    { rank: 1, a: { id: 'd1', rating: 3 }, b: { id: 'd2', rating: undefined } },
    { rank: 2, a: { id: 'd2', rating: undefined }, b: undefined },
  ]);
});
