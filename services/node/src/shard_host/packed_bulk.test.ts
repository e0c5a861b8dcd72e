import type { WriteItem, WriteItemResult } from '@skein/shard';
import { packBulk, packReply, unpackBulk, unpackReply } from './packed_bulk.js';

const plain: WriteItem = {
  op: 'index',
  id: '1',
  routing: undefined,
  body: new TextEncoder().encode('{"a":1}'),
  autoId: false,
  version: undefined,
  versionType: 'internal',
  ifSeqNo: undefined,
  ifPrimaryTerm: undefined,
  retryOnConflict: 0,
  fetchSource: undefined,
};

const ITEMS: readonly WriteItem[] = [
  plain,
  { ...plain, op: 'create', id: '', autoId: true },
  { ...plain, op: 'delete', id: '2', body: undefined },
  { ...plain, op: 'delete', id: '3', body: undefined, version: 7, versionType: 'external' },
  { ...plain, id: '4', body: new Uint8Array(0), routing: 'r' },
  { ...plain, op: 'update', id: '5', retryOnConflict: 3, detectNoop: false, docAsUpsert: true },
  { ...plain, id: '6', ifSeqNo: 0, ifPrimaryTerm: 1 },
  { ...plain, op: 'update', fetchSource: { enabled: true, includes: ['a'], excludes: [] } },
];

it('brings every item to the other thread as it was', () => {
  const packed = packBulk({ items: ITEMS, refresh: 'wait_for' });
  const moved = structuredClone(packed, { transfer: [packed.bodies.buffer] });
  expect(unpackBulk(moved)).toEqual({ items: ITEMS, refresh: 'wait_for' });
});

it('keeps plain items out of the special ones', () => {
  expect([...packBulk({ items: ITEMS, refresh: 'false' }).special.keys()]).toEqual([
    1, 3, 4, 5, 6, 7,
  ]);
});

it('brings every result back as it was', () => {
  const ok = { ok: true, version: 3, seqNo: 2 ** 40, primaryTerm: 2, get: undefined } as const;
  const results: readonly WriteItemResult[] = [
    {
      ok: false,
      id: 'a',
      error: { type: 'illegal_argument_exception', reason: 'no', status: 400 } as never,
    },
    { ...ok, id: 'b', result: 'created' },
    { ...ok, id: 'c', result: 'not_found' },
    { ...ok, id: 'd', result: 'noop', primaryTerm: 1 },
    { ...ok, id: 'e', result: 'updated', get: { source: new Uint8Array([1]) } },
  ];
  const moved = structuredClone(packReply({ results, forcedRefresh: true }));
  const ids = results.map(({ id }) => id);
  expect(unpackReply(moved, ids)).toEqual({ results, forcedRefresh: true });
  expect([...moved.others.keys()]).toEqual([0, 3, 4]);
});
