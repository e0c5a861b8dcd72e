/** Elasticsearch's options of `set` and `rename` in addition to OpenSearch's. */
import { encodeJson, type JsonObject } from '@skein/content';
import { simulateBytes, testThread } from '../testing/test_thread.js';

const thread = testThread();

function becomes(processor: object, document: JsonObject): unknown {
  const body = { pipeline: { processors: [processor] }, docs: [{ _source: document }] };
  const { docs } = simulateBytes(thread, encodeJson(body as JsonObject));
  const [result] = docs as [{ doc?: { _source: JsonObject }; error?: JsonObject }];
  return result.doc?._source ?? result.error?.reason;
}

test('a value is copied from another field, and is another value then', () => {
  const set = { set: { field: 'b', copy_from: 'a' } };
  expect(becomes(set, { a: { x: [1] } })).toEqual({ a: { x: [1] }, b: { x: [1] } });
});

test('nothing is copied where empty values are passed over', () => {
  const set = { set: { field: 'b', copy_from: 'a', ignore_empty_value: true } };
  expect(becomes(set, { a: '', b: 1 })).toEqual({ a: '', b: 1 });
  expect(becomes(set, { a: null, b: 1 })).toEqual({ a: null, b: 1 });
});

test('rename replaces what is there under the name it has in Elasticsearch', () => {
  const rename = { rename: { field: 'a', target_field: 'b', override: true } };
  expect(becomes(rename, { a: 1, b: 2 })).toEqual({ b: 1 });
});
