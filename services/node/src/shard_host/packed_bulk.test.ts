import type { WriteItem, WriteItemResult } from '@skein/shard';
import { PackedResults, packBulk, packPlain, unpackItems, unpackReply } from './packed_bulk.js';
import { AUTO_ID } from './plain_writes.js';

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
  expect([...unpackItems(moved)]).toEqual(ITEMS);
  expect(moved.refresh).toBe('wait_for');
});

it('keeps plain items out of the special ones', () => {
  expect([...packBulk({ items: ITEMS, refresh: 'false' }).special.keys()]).toEqual([3, 4, 5, 6, 7]);
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
  const packed = new PackedResults(results.length);
  for (const result of results) packed.push(result);
  const copies = { successful: 1, failed: 0 };
  const moved = structuredClone(packed.reply({ copies, forcedRefresh: true }));
  const ids = results.map(({ id }) => id);
  expect(unpackReply(moved, ids)).toEqual({ results, copies, forcedRefresh: true });
  expect([...moved.others.keys()]).toEqual([0, 3, 4]);
});

describe('plain writes', () => {
  const body = new TextEncoder().encode(
    '{"index":{}}\n{"a":1}\n{"delete":{}}\n{"create":{}}\n{"b":2}\n',
  );
  const writes = {
    body,
    isWhole: true,
    names: ['x'],
    nameOf: [0, 0, 0],
    ops: [0, 2, 1 | AUTO_ID],
    ids: ['1', '2', 'made'],
    ranges: [13, 7, 0, 0, 49, 7],
  };
  const items = [
    plain,
    { ...plain, op: 'delete', id: '2', body: undefined },
    { ...plain, op: 'create', id: 'made', autoId: true, body: new TextEncoder().encode('{"b":2}') },
  ];

  it('hands the body over when all of it is for one shard', () => {
    const packed = packPlain({ ...writes, body: body.slice() }, Uint32Array.of(0, 1, 2), {
      refresh: 'false',
      mayHandOver: true,
    });
    expect(packed.bodies).toHaveLength(body.length);
    expect([...unpackItems(packed)]).toEqual(items);
    expect(packed.refresh).toBe('false');
  });

  it('copies the documents of a part', () => {
    const packed = packPlain(writes, Uint32Array.of(1, 2), { refresh: 'true', mayHandOver: true });
    expect(packed.bodies).toHaveLength(7);
    expect([...unpackItems(packed)]).toEqual(items.slice(1));
    expect(packed.refresh).toBe('true');
  });

  it('keeps the body when it may be needed again', () => {
    const again = { ...writes, body: body.slice() };
    const packed = packPlain(again, Uint32Array.of(0, 1, 2), {
      refresh: 'false',
      mayHandOver: false,
    });
    expect(packed.bodies.buffer).not.toBe(again.body.buffer);
    expect([...unpackItems(packed)]).toEqual(items);
  });

  it('copies a body that shares its memory', () => {
    const shared = { ...writes, body: new Uint8Array([...body, 1]).subarray(0, body.length) };
    const packed = packPlain(shared, Uint32Array.of(0, 1, 2), {
      refresh: 'false',
      mayHandOver: true,
    });
    expect(packed.bodies).toHaveLength(14);
    expect([...unpackItems(packed)]).toEqual(items);
    expect(packed.refresh).toBe('false');
  });
});
