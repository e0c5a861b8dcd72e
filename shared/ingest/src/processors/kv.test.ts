import type { JsonObject } from '@skein/content';
import { simulated, testThread } from '../testing/test_thread.js';

function run(options: JsonObject, text: string): JsonObject {
  const processor = { kv: { field: 'm', field_split: ' ', value_split: '=', ...options } };
  const [result] = simulated([processor], [{ m: text }], { thread: testThread() });
  const { m: _, ...found } = (result?._source ?? {}) as JsonObject;
  return result?.error ? { error: result.error as JsonObject } : found;
}

test('characters of two units are trimmed whole', () => {
  const text = 'a=x😀 b=😀y😀😀 c=😁😀 d=😀';
  expect(run({ trim_value: '😀' }, text)).toEqual({ a: 'x', b: 'y', c: '😁', d: '' });
});

test('a fault in the characters to trim is one of the document', () => {
  expect(run({ trim_key: '' }, 'a=b')).toMatchObject({
    error: {
      type: 'pattern_syntax_exception',
      reason: 'Unclosed character class near index 14\n(^([]+))|([]+$)\n              ^',
    },
  });
});

test('keys are kept by lists', () => {
  const text = 'a=1 b=2 c=3';
  expect(run({ include_keys: ['a', 'b'], exclude_keys: ['b'] }, text)).toEqual({ a: '1' });
  expect(run({ include_keys: [] }, text)).toEqual({});
  expect(run({ exclude_keys: ['a'] }, text)).toEqual({ b: '2', c: '3' });
});
