/** Answers `WriteCalls`, one after the other, with their shard. */
import { assertNever } from '@skein/base';
import type { WriteCalls, WriteItemResult } from './calls.js';
import type { LocalShard } from './local_shard.js';
import { getDocument } from './operations/get.js';

export type AnyCall = {
  [K in keyof WriteCalls]: { readonly kind: K; readonly request: WriteCalls[K]['request'] };
}[keyof WriteCalls];

export async function answerCall(
  shard: LocalShard,
  call: AnyCall,
): Promise<WriteCalls[keyof WriteCalls]['reply']> {
  switch (call.kind) {
    case 'bulk':
      return collectBulk(shard, call.request);
    case 'get':
      return getDocument(shard, call.request);
    case 'multi_get':
      return { results: call.request.gets.map((request) => getOrError(shard, request)) };
    case 'refresh':
      return { refreshed: shard.refresh() };
    case 'next_refresh':
      return { forced: await shard.nextRefresh() };
    case 'flush':
      await shard.copy?.shareCheckpoint();
      shard.flush({ force: call.request.force, periodic: false });
      return {};
    case 'force_merge':
      await shard.forceMerge(call.request);
      return {};
    case 'stats':
      return shard.stats();
    default:
      return assertNever(call, 'call');
  }
}

async function collectBulk(
  shard: LocalShard,
  request: WriteCalls['bulk']['request'],
): Promise<WriteCalls['bulk']['reply']> {
  const results: WriteItemResult[] = [];
  const outcome = await shard.bulk(request, results);
  return { results, ...outcome };
}

function getOrError(shard: LocalShard, request: WriteCalls['get']['request']) {
  try {
    return getDocument(shard, request);
  } catch (error) {
    return { error: shard.itemError(error) };
  }
}
