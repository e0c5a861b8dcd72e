import { readFields } from './fields.js';
import { queryOf, searchBody, statisticsBody } from './search_request.js';
import { readState } from './search_state.js';

const caps = (type: string, aggregatable = true) => ({
  [type]: { type, searchable: true, aggregatable },
});
const FIELDS = readFields({
  fields: {
    '@timestamp': caps('date'),
    message: caps('text', false),
    body: caps('text', false),
    'body.keyword': caps('keyword'),
    n: caps('long'),
  },
});

it('asks for all where nothing is wanted', () => {
  expect(queryOf(readState({}), FIELDS)).toEqual({ bool: { filter: [] } });
});

it('has query, range and filters each in their place', () => {
  const state = readState({
    q: 'a:b',
    from: 'now-1h',
    filters: '[["message","two words"],["body","x","not"],["n",5]]',
  });
  expect(queryOf(state, FIELDS)).toEqual({
    bool: {
      must: [{ query_string: { query: 'a:b', lenient: true } }],
      filter: [
        { range: { '@timestamp': { gte: 'now-1h' } } },
        { match_phrase: { message: 'two words' } },
        { term: { n: { value: 5 } } },
      ],
      must_not: [{ term: { 'body.keyword': { value: 'x' } } }],
    },
  });
});

it('knows no range without a date', () => {
  expect(queryOf(readState({ from: 'now-1h' }), [])).toEqual({ bool: { filter: [] } });
});

it('is sorted by time, by score without one, and as is wanted', () => {
  const size = { size: 1 };
  expect(searchBody(readState({}), FIELDS, size).sort).toEqual([
    { '@timestamp': { order: 'desc' } },
  ]);
  expect(searchBody(readState({}), [], size).sort).toEqual([{ _score: 'desc' }]);
  expect(searchBody(readState({ sort: 'body:asc' }), FIELDS, size).sort).toEqual([
    { 'body.keyword': { order: 'asc' } },
  ]);
});

it('goes on after the last hit, and does not count again', () => {
  const body = searchBody(readState({}), FIELDS, { size: 10, after: [1, 2] });
  expect(body).toMatchObject({ size: 10, search_after: [1, 2], track_total_hits: false });
  expect(body).not.toHaveProperty('aggs');
});

it('asks for the smallest and largest of what has them', () => {
  const [time, , , message, n] = FIELDS;
  expect([time?.name, message?.name, n?.name]).toEqual(['@timestamp', 'message', 'n']);
  const aggs = (field: typeof n) =>
    field && Object.keys(statisticsBody(readState({}), FIELDS, field).aggs ?? {});
  expect(aggs(n)).toContain('least');
  expect(aggs(message)).not.toContain('least');
});
