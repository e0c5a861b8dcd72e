import { readState, type SearchState, withColumn, withFilter, writeState } from './search_state.js';

const STATE: SearchState = {
  index: 'logs-*,b',
  query: 'status:500 AND "a b"',
  filters: [
    { field: 'level', value: 'er"ror', isNegated: false },
    { field: 'id', value: 9007199254740993n, isNegated: true },
    { field: 'ok', value: false, isNegated: false },
  ],
  columns: ['level', 'message'],
  sort: { field: 'a:b', order: 'asc' },
  timeField: '@timestamp',
  from: 'now-15m',
  to: '',
  chart: { kind: 'line', metric: 'avg', of: 'bytes', by: '@timestamp' },
};

it('comes back from the address as it was', () => {
  expect(readState(writeState(STATE))).toEqual(STATE);
  expect(readState(writeState(readState({})))).toEqual(readState({}));
});

test.each(['[[', '{}', '[1]', '[["a",{}]]', '[[1,"a"]]'])(
  'an address with filters that are none shows none: %s',
  (filters) => expect(readState({ filters }).filters).toEqual([]),
);

it('has a value once, with or without it', () => {
  const level = { field: 'level', value: 'x', isNegated: false };
  const one = withFilter(readState({}), level);
  expect(withFilter(one, level).filters).toEqual([level]);
  const opposite = { ...level, isNegated: true };
  expect(withFilter(one, opposite).filters).toEqual([opposite]);
});

it('puts a column at the end, and takes it away again', () => {
  const two = withColumn(withColumn(readState({}), 'a'), 'b');
  expect(two.columns).toEqual(['a', 'b']);
  expect(withColumn(two, 'a').columns).toEqual(['b']);
});
