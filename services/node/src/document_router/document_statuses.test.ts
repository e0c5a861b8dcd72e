import { ApiError, toPlainError } from '@skein/errors';
import type { PackedReply } from '../shard_host/mod.js';
import type { ShardPart } from './batch_outcome.js';
import { DocumentStatuses } from './document_statuses.js';

const conflict = new ApiError('version_conflict_engine_exception', 'there is one');

function part(reply: ShardPart['reply'], count: number): ShardPart {
  return { reply, positions: new Uint32Array(count) } as unknown as ShardPart;
}

it('counts each item of a batch once, by the class of its status', () => {
  const statuses = new DocumentStatuses();
  const others = new Map([
    [2, { ok: false, id: 'c', error: toPlainError(conflict) }],
    [3, { ok: true, result: 'noop' }],
    [4, { ok: true, result: 'not_found' }],
  ]);
  const reply = { codes: Uint8Array.of(0, 1, 255, 255, 255), others } as unknown as PackedReply;
  const unavailable = toPlainError(new ApiError('unavailable_shards_exception', 'gone'));
  statuses.count({ parts: [part(reply, 5), part(unavailable, 3)], refused: new Map() });
  expect(statuses.report).toEqual([
    ['2xx', 3],
    ['4xx', 2],
    ['5xx', 3],
  ]);
  const refused = new Map([[7, new ApiError('index_not_found_exception', 'no such index [x]')]]);
  statuses.count({ parts: [], refused });
  expect(statuses.report).toContainEqual(['4xx', 3]);
});
