import { activeShardsParam, SEQ_NO_PARAMS, versionParam } from './write_params.js';

test('the number of active copies to wait for', () => {
  const parse = (text: string) => activeShardsParam.parse('wait_for_active_shards', text);
  expect([parse('all'), parse('2'), parse('2147483647')]).toEqual(['all', '2', '2147483647']);
  for (const text of ['-1', '-2'])
    expect(() => parse(text)).toThrow('shard count cannot be a negative value');
  for (const text of ['some', '', '2147483648'])
    expect(() => parse(text)).toThrow(`cannot parse ActiveShardCount[${text}]`);
});

test('a condition: the number -2 and the term 0 are none, other negative ones are refused', () => {
  const { if_seq_no: seqNo, if_primary_term: term } = SEQ_NO_PARAMS;
  expect([seqNo.parse('if_seq_no', '0'), seqNo.parse('if_seq_no', '-2')]).toEqual([0, undefined]);
  expect(() => seqNo.parse('if_seq_no', '-1')).toThrow(
    'sequence numbers must be non negative. got [-1].',
  );
  expect(['0', '1'].map((text) => term.parse('if_primary_term', text))).toEqual([undefined, 1]);
  expect(() => term.parse('if_primary_term', '-1')).toThrow(
    'primary term must be non negative. got [-1]',
  );
});

test('a version of -3 takes any, as in OpenSearch', () => {
  const parse = (text: string) => versionParam.parse('version', text);
  expect([parse('-3'), parse('-1'), parse('1700000000000')]).toEqual([
    undefined,
    -1,
    1_700_000_000_000,
  ]);
});
