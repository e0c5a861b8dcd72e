/** Imports across packages and modules are found. */
import { layers } from './layers.ts';
import { sourceFile } from './source_file.ts';

const messages = (path: string, specifier: string) =>
  layers([sourceFile(path, `import { a } from '${specifier}';`)]).map(({ message }) => message);

const ROUTER = 'services/node/src/shard_router/mod.ts';

it.each([
  ['shared/bytes/src/a.ts', '@skein/cluster', 'bytes (layer 1) may not import cluster (layer 5)'],
  [
    'shared/search/src/a.ts',
    '@skein/mapping/src/limits.js',
    "reaches past the entry point of mapping: import from '@skein/mapping'",
  ],
  [ROUTER, '../shard_host/hosted_shard.js', 'reaches past the entry point of shard_host'],
  [ROUTER, '../shard_host/threads/load.js', 'reaches past the entry point of shard_host'],
  [ROUTER, '../api/endpoint.js', 'shard_router is an actor and may not import api'],
])('%s may not import %s', (path, specifier, message) => {
  expect(messages(path, specifier)).toEqual([message]);
});

it.each([
  [ROUTER, '../shard_host/mod.js'],
  [ROUTER, '../security/index_access.js'],
  [ROUTER, '../node_calls.js'],
  [ROUTER, './copies.js'],
  ['services/node/src/process/search_worker.ts', '../shard_host/threads/search_thread.js'],
  ['services/node/src/shard_router/mod.test.ts', '../shard_host/threads/load.js'],
])('%s may import %s', (path, specifier) => {
  expect(messages(path, specifier)).toEqual([]);
});
