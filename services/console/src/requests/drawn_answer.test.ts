import { drawingOf } from './drawn_answer.js';

it('draws tokens', () => {
  const tokens = [
    { token: 'quick', start_offset: 4, end_offset: 9, type: '<ALPHANUM>', position: 1 },
    { token: 'fox', start_offset: 10, end_offset: 13, type: '<ALPHANUM>', position: 2 },
  ];
  expect(drawingOf({ tokens })).toEqual({
    kind: 'tokens',
    tokens: [
      { text: 'quick', type: '<ALPHANUM>', position: 1 },
      { text: 'fox', type: '<ALPHANUM>', position: 2 },
    ],
  });
});

it('draws where the time of a search went, as shares of the whole query', () => {
  const leaf = (description: string, time_in_nanos: number) => ({
    type: 'TermQuery',
    description,
    time_in_nanos,
    breakdown: {},
  });
  const query = {
    type: 'BooleanQuery',
    description: 'a b',
    time_in_nanos: 4_000_000,
    children: [leaf('a', 1_000_000), leaf('b', 2_000_000)],
  };
  const shards = [{ id: '[n][logs][0]', searches: [{ query: [query] }], aggregations: [] }];
  const drawing = drawingOf({ hits: { hits: [] }, profile: { shards } });
  expect(drawing).toEqual({
    kind: 'trees',
    trees: [
      {
        title: '[n][logs][0]',
        rows: [
          { depth: 0, label: 'BooleanQuery', detail: 'a b', value: '4.000 ms', percent: 100 },
          { depth: 1, label: 'TermQuery', detail: 'a', value: '1.000 ms', percent: 25 },
          { depth: 1, label: 'TermQuery', detail: 'b', value: '2.000 ms', percent: 50 },
        ],
      },
    ],
  });
});

it('draws how scores came about, of one document and of hits', () => {
  const explanation = {
    value: 1.5,
    description: 'sum of:',
    details: [{ value: 1.5, description: 'weight', details: [] }],
  };
  const rows = [
    { depth: 0, label: 'sum of:', detail: '', value: '1.5', percent: undefined },
    { depth: 1, label: 'weight', detail: '', value: '1.5', percent: undefined },
  ];
  const trees = [{ title: '7', rows }];
  expect(drawingOf({ _id: '7', matched: true, explanation })).toEqual({ kind: 'trees', trees });
  const hits = { hits: [{ _id: '7', _explanation: explanation }, { _id: '8' }] };
  expect(drawingOf({ hits })).toEqual({ kind: 'trees', trees });
});

test.each([undefined, null, [], {}, { hits: { hits: [{ _id: '1' }] } }, { profile: {} }, 'a'])(
  'leaves %j as it is',
  (answer) => expect(drawingOf(answer)).toBeUndefined(),
);
