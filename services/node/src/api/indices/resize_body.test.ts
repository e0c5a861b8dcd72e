import { nowhere } from '@skein/reading';
import { checkResizeBody, readResizeBody } from './resize_body.js';

test.each([
  [{ max_shard_size: 5 }, "max_shard_size doesn't support values of type: VALUE_NUMBER"],
  [{ max_shard_size: null }, "max_shard_size doesn't support values of type: VALUE_NULL"],
  [{ max_shard_size: {} }, "max_shard_size doesn't support values of type: START_OBJECT"],
  [{ max_shard_size: '5' }, 'failed to parse field [max_shard_size]'],
  [{ settings: 5 }, "settings doesn't support values of type: VALUE_NUMBER"],
])('%j is refused', (json, reason) => {
  expect(() => readResizeBody({ json, locate: nowhere })).toThrow(`[resize_request] ${reason}`);
});

test('a size is read as bytes', () => {
  const json = { max_shard_size: '1kb' };
  expect(readResizeBody({ json, locate: nowhere }).maxShardBytes).toBe(1024);
});

test('a size is a fault of its own where nothing is shrunk', () => {
  const json = { max_shard_size: '1kb', settings: { 'index.number_of_shards': 4 } };
  const body = readResizeBody({ json, locate: nowhere });
  expect(() => checkResizeBody('split', 'a', body)).toThrow(
    'Validation Failed: 1: Unsupported parameter [max_shard_size];',
  );
  expect(() => checkResizeBody('shrink', 'a', body)).toThrow(
    'Cannot set max_shard_size and index.number_of_shards at the same time!',
  );
});
