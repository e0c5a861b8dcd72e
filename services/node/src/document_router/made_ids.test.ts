import { ApiError } from '@skein/errors';
import { batchOf } from '../shard_host/mod.js';
import { makeIds, removeIds } from './made_ids.js';
import { plainWrite } from './plain_write.js';

const random = { next: () => 0.5, bytes: (count: number) => new Uint8Array(count).fill(7) };

test('an item that reached no shard has no generated id', () => {
  const write = { op: 'index', index: 'a', body: new Uint8Array(0) } as const;
  const batch = batchOf([
    plainWrite({ ...write, id: '', autoId: true }),
    plainWrite({ ...write, id: '', autoId: true }),
    plainWrite({ ...write, id: '', autoId: true }),
    plainWrite({ ...write, id: 'own' }),
  ]);
  makeIds(batch, new Set(), random);
  const [made] = batch.ids;
  expect(made).toHaveLength(20);
  const refusals = new Map([
    [0, new ApiError('index_closed_exception', 'closed')],
    [1, new ApiError('cluster_block_exception', 'blocked')],
    [3, new ApiError('index_closed_exception', 'closed')],
  ]);
  removeIds(batch, refusals);
  expect(batch.ids).toEqual(['', made, made, 'own']);
});
