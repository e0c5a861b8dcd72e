import { openSecurity } from '../security/open_security.js';
import { batchOf } from '../shard_host/mod.js';
import { OneNodeApi } from '../testing/one_node_api.js';
import { WRITE_OPTIONS } from '../testing/write_options.js';
import { createMissingIndices } from './create_missing_indices.js';
import { plainWrite } from './plain_write.js';

test('an index is created unless the caller forbids it at that moment', async () => {
  const { master } = await new OneNodeApi().start();
  const options = {
    ...WRITE_OPTIONS,
    timeoutMs: 10_000,
    mayCreate: (name: string) => name !== 'deleted' && !master.state().metadata.indices.has('made'),
  } as const;
  const writes = ['deleted', 'made', 'later'].map((index) =>
    plainWrite({ op: 'index', index, id: '1', body: new Uint8Array(0) }),
  );
  const clock = { monotonicMs: () => 0, nowMs: () => 0 };
  const timers = { after: () => ({ cancel: () => {} }) };
  const shardHost = { runShardless: () => Promise.reject(new RangeError('no filter is checked')) };
  const turns = { clock, timers };
  const services = { masterService: master, security: openSecurity, shardHost, turns };
  const refused = await createMissingIndices(batchOf(writes), options, services);
  expect([...master.state().metadata.indices.keys()]).toEqual(['made']);
  expect([...refused].map(([name, { type }]) => [name, type])).toEqual([
    ['deleted', 'index_not_found_exception'],
    ['later', 'index_not_found_exception'],
  ]);
});
