import type { IndexMetadata } from '@skein/cluster';
import { type JsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { WriteItemResult } from '@skein/shard';
import { plainWrite, type RoutedWriteResult } from '../../document_router/mod.js';
import { batchOf } from '../../shard_host/mod.js';
import { PackedResults } from '../../shard_host/packed_bulk.js';
import { BulkAnswer, itemJson } from './bulk_answer.js';
import { type AcceptedWrite, writeAnswer } from './write_params.js';

const INDEX = { name: 'docs', uuid: 'u' } as unknown as IndexMetadata;

const result: AcceptedWrite = {
  ok: true,
  result: 'created',
  id: 'a "quoted" \u2028 id',
  version: 1,
  seqNo: 2 ** 40,
  primaryTerm: 3,
  get: undefined,
};
const outcome: RoutedWriteResult = {
  index: 'docs',
  result,
  forcedRefresh: false,
  shards: { total: 2, successful: 1, failed: 0 },
};

it.each([
  ['plain', outcome, 201],
  ['refreshed', { ...outcome, forcedRefresh: true }, 201],
  ['missing', { ...outcome, result: { ...result, result: 'not_found' } }, 404],
] as const)('a %s item says what a single write says, and its status', (_name, given, status) => {
  const answer = writeAnswer(given, given.result as AcceptedWrite);
  const parsed = parseJson(itemJson('index', given)) as { index: JsonObject };
  expect(parsed).toEqual({ index: { ...answer, status } });
  expect(Object.keys(parsed.index)).toEqual([...Object.keys(answer), 'status']);
});

it('puts the answers of all shards and the refusals into the order of the request, and tells what failed', () => {
  const ids = ['a', 'b', 'é', 'd', 'e', 'f'];
  const batch = batchOf(
    ids.map((id) => plainWrite({ op: 'index', index: 'docs', id, body: new Uint8Array(0) })),
  );
  const shards = { total: 2, successful: 2, failed: 0 };
  const part = (positions: number[], results: WriteItemResult[]) => {
    const packed = new PackedResults(results.length);
    for (const each of results) packed.push(each);
    const reply = packed.reply({ copies: { successful: 2, failed: 0 }, forcedRefresh: false });
    const shard = { index: INDEX, shardId: 0 };
    return { index: 'docs', shard, shards, positions: Uint32Array.from(positions), reply };
  };
  const error = { type: 'version_conflict_engine_exception', reason: 'no', status: 409 } as never;
  const parts = [
    part(
      [1, 2],
      [
        { ...result, id: 'b' },
        { ...result, id: 'é' },
      ],
    ),
    part(
      [0, 4, 5],
      [
        { ...result, id: 'a' },
        { ok: false, id: 'e', error },
        { ...result, id: 'f', result: 'noop' },
      ],
    ),
  ];
  const refused = new Map([[3, new ApiError('illegal_argument_exception', 'not this one')]]);
  const all = { tookMs: 0, batch, parts, refused, dropped: new Set<number>() };
  const failed: number[] = [];
  const answer = new BulkAnswer((position) => void failed.push(position));
  answer.add(all);
  answer.add(all);
  const text = Buffer.concat(answer.finish()).toString();
  const items = parseJson(`[${text}]`) as { index: JsonObject }[];
  expect(items.map(({ index }) => index._id)).toEqual([...ids, ...ids]);
  expect(items.slice(0, 6).map(({ index }) => index.status)).toEqual([
    201, 201, 201, 400, 409, 200,
  ]);
  expect(items[5]?.index._shards).toEqual(shards);
  expect(failed).toEqual([3, 4, 9, 10]);
  expect(answer.errors).toBe(true);
});

test('an item that a pipeline dropped says that nothing was done', () => {
  const write = { op: 'index', index: 'docs', body: new Uint8Array(0) } as const;
  const batch = batchOf([
    plainWrite({ ...write, id: 'a' }),
    plainWrite({ ...write, id: '', autoId: true }),
  ]);
  const answer = new BulkAnswer(() => undefined);
  const dropped = new Set([0, 1]);
  answer.add({ tookMs: 0, batch, parts: [], refused: new Map(), dropped });
  const shown = { _index: 'docs', _version: -3, result: 'noop', status: 200 };
  const shards = { total: 0, successful: 0, failed: 0 };
  expect(parseJson(`[${Buffer.concat(answer.finish())}]`)).toEqual([
    { index: { ...shown, _id: 'a', _shards: shards } },
    { index: { ...shown, _id: 'auto-generated', _shards: shards } },
  ]);
  expect(answer.errors).toBe(false);
});

test('an item that is refused shows the id that was given, if one was', () => {
  const write = { op: 'index', index: 'docs', id: '', body: new Uint8Array(0) } as const;
  const batch = batchOf([plainWrite(write), plainWrite({ ...write, autoId: true })]);
  const refusal = new ApiError('illegal_argument_exception', 'no');
  const refused = new Map([0, 1].map((position) => [position, refusal]));
  const answer = new BulkAnswer(() => undefined);
  answer.add({ tookMs: 0, batch, parts: [], refused, dropped: new Set() });
  expect(parseJson(`[${Buffer.concat(answer.finish())}]`)).toMatchObject([
    { index: { _id: '' } },
    { index: { _id: null } },
  ]);
});
