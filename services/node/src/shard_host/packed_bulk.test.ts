import { atOnce } from '@skein/base';
import type { WriteItem, WriteItemResult } from '@skein/shard';
import { PackedResults, packBatch, unpackItems, unpackResult } from './packed_bulk.js';
import { AUTO_ID, batchOf, NO_BODY, UNCONDITIONAL, type WriteBatch } from './write_batch.js';

const plain: WriteItem = {
  ...UNCONDITIONAL,
  op: 'index',
  id: '1',
  body: new TextEncoder().encode('{"a":1}'),
  autoId: false,
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

const ALL = Uint32Array.from(ITEMS.keys());

function batch(): WriteBatch {
  return batchOf(ITEMS.map((item) => ({ ...item, index: 'x', requireAlias: false })));
}

function routings(): Map<number, string> {
  return new Map(ITEMS.flatMap(({ routing }, i) => (routing === undefined ? [] : [[i, routing]])));
}

const packedNow = (...args: Parameters<typeof packBatch>) => atOnce(packBatch(...args));

it('a great document is copied with pauses', () => {
  const body = new Uint8Array(10 << 20).fill(7);
  const batch = batchOf([{ ...plain, body, index: 'x', requireAlias: false }]);
  const part = { positions: Uint32Array.of(0), routings: new Map<number, string>() };
  const packing = packBatch(batch, part, { refresh: 'false', mayHandOver: false });
  let pauses = 0;
  let step = packing.next();
  for (; step.done !== true; step = packing.next()) pauses++;
  expect(pauses).toBe(10);
  expect(Buffer.compare(step.value.bodies, body)).toBe(0);
});

it('brings every item to the other thread as it was', () => {
  const part = { positions: ALL, routings: routings() };
  const packed = packedNow(batch(), part, { refresh: 'wait_for', mayHandOver: false });
  const moved = structuredClone(packed, { transfer: [packed.bodies.buffer] });
  expect([...unpackItems(moved)]).toEqual(ITEMS);
  expect(moved.refresh).toBe('wait_for');
});

it('keeps plain items out of the special ones', () => {
  const part = { positions: ALL, routings: routings() };
  const packed = packedNow(batch(), part, { refresh: 'false', mayHandOver: false });
  expect([...packed.special.keys()]).toEqual([3, 4, 5, 6, 7]);
});

it('gives an item the routing of the alias it went through', () => {
  const part = { positions: Uint32Array.of(2, 0), routings: new Map([[0, 'r']]) };
  const packed = packedNow(batch(), part, { refresh: 'false', mayHandOver: false });
  expect([...unpackItems(packed)]).toEqual([ITEMS[2], { ...plain, routing: 'r' }]);
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
  expect(ids.map((id, i) => unpackResult(moved, i, id))).toEqual(results);
  expect(moved).toMatchObject({ copies, forcedRefresh: true });
  expect([...moved.others.keys()]).toEqual([0, 3, 4]);
});

describe('the body of a request', () => {
  const body = new TextEncoder().encode(
    '{"index":{}}\n{"a":1}\n{"delete":{}}\n{"create":{}}\n{"b":2}\n',
  );
  const writes: WriteBatch = {
    body,
    isWhole: true,
    names: ['x'],
    nameOf: [0, 0, 0],
    ops: [0, 2, 1 | AUTO_ID],
    ids: ['1', '2', 'made'],
    ranges: [13, 7, NO_BODY, 0, 49, 7],
    special: new Map(),
    pipelines: new Map(),
    refused: new Map(),
  };
  const items = [
    plain,
    { ...plain, op: 'delete', id: '2', body: undefined },
    { ...plain, op: 'create', id: 'made', autoId: true, body: new TextEncoder().encode('{"b":2}') },
  ];

  it('hands the body over when all of it is for one shard', () => {
    const packed = packedNow(
      { ...writes, body: body.slice() },
      { positions: Uint32Array.of(0, 1, 2), routings: new Map() },
      {
        refresh: 'false',
        mayHandOver: true,
      },
    );
    expect(packed.bodies).toHaveLength(body.length);
    expect([...unpackItems(packed)]).toEqual(items);
    expect(packed.refresh).toBe('false');
  });

  it('copies the documents of a part', () => {
    const packed = packedNow(
      writes,
      { positions: Uint32Array.of(1, 2), routings: new Map() },
      { refresh: 'true', mayHandOver: true },
    );
    expect(packed.bodies).toHaveLength(7);
    expect([...unpackItems(packed)]).toEqual(items.slice(1));
    expect(packed.refresh).toBe('true');
  });

  it('keeps the body when it may be needed again', () => {
    const again = { ...writes, body: body.slice() };
    const packed = packedNow(
      again,
      { positions: Uint32Array.of(0, 1, 2), routings: new Map() },
      {
        refresh: 'false',
        mayHandOver: false,
      },
    );
    expect(packed.bodies.buffer).not.toBe(again.body.buffer);
    expect([...unpackItems(packed)]).toEqual(items);
  });

  it('copies a body that shares its memory', () => {
    const shared = { ...writes, body: new Uint8Array([...body, 1]).subarray(0, body.length) };
    const packed = packedNow(
      shared,
      { positions: Uint32Array.of(0, 1, 2), routings: new Map() },
      {
        refresh: 'false',
        mayHandOver: true,
      },
    );
    expect(packed.bodies).toHaveLength(14);
    expect([...unpackItems(packed)]).toEqual(items);
    expect(packed.refresh).toBe('false');
  });
});
