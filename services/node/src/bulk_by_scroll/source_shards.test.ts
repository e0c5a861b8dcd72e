/** Which destinations a reindex may write to. */
import { openSecurity } from '../security/open_security.js';
import { OneNodeApi } from '../testing/one_node_api.js';
import type { BulkByScrollParts } from './bulk_by_scroll.js';
import type { ByScrollOptions, Destination } from './contract.js';
import { autoSlices, checkDestination } from './source_shards.js';

let api: OneNodeApi;

beforeEach(async () => {
  api = await new OneNodeApi().start();
  await api.request('PUT', '/old', { aliases: { log: {}, both: {} } });
  await api.request('PUT', '/new', { aliases: { log: { is_write_index: true }, both: {} } });
  await api.request('PUT', '/shut');
  await api.request('POST', '/shut/_close');
});

function check(index: string, ...source: string[]): void {
  const shards = new Map(source.map((name) => [name, 1]));
  const parts = { masterService: api.master, security: openSecurity };
  checkDestination({ index, requireAlias: false } as Destination, shards, {
    options: { nowMs: 0 } as ByScrollOptions,
    parts: parts as unknown as BulkByScrollParts,
  });
}

test('an alias is written through its write index, and its other indices may be read', () => {
  expect(() => check('log', 'old')).not.toThrow();
  expect(() => check('log', 'new')).toThrow('write into an index its reading from [new];');
  expect(() => check('<old>', 'old')).toThrow('write into an index its reading from [old];');
});

test('a destination that cannot be written is refused before anything is read', () => {
  expect(() => check('both', 'old')).toThrow('no write index is defined for alias [both]');
  expect(() => check('shut', 'old')).toThrow('closed');
  expect(() => check('made', 'old')).not.toThrow();
});

test('the number of slices is that of the index with the fewest shards', () => {
  expect([autoSlices([]), autoSlices([7, 3]), autoSlices([40])]).toEqual([1, 3, 20]);
});
