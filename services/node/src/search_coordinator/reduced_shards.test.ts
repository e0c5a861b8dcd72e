/**
 * Shard results reduced in batches: the result is the same as at once, less memory is held, and
 * partial results can be looked at.
 */
import { parseObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseSearchRequest, type ShardPart, type ShardQueryResult } from '@skein/search';
import type { MemoryLease } from '@skein/search_library';
import { ReducedShards } from './reduced_shards.js';

const PORTS = {
  signal: new AbortController().signal,
  clock: { monotonicMs: () => 7 },
  shardHost: {
    runShardless: () => {
      throw new Error('parts are small');
    },
  },
};

class Memory implements MemoryLease {
  bytes = 0;
  readonly #limit: number;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  grow(bytes: number, label: string): void {
    this.bytes += bytes;
    if (this.bytes > this.#limit) throw new ApiError('circuit_breaking_exception', label);
  }

  growUnchecked(bytes: number): void {
    this.bytes += bytes;
  }

  end(): void {
    this.bytes = 0;
  }
}

function reduced(body: object, batchSize: number, memory = new Memory()): ReducedShards<ShardPart> {
  return new ReducedShards({
    request: parseSearchRequest(body as never, {}),
    batchSize,
    memory,
    ...PORTS,
    shown: {
      startMs: 0,
      totalHitsAsInt: false,
      shards: (answered) => ({ total: 6, successful: answered + 1, skipped: 1, failed: 0 }),
    },
  });
}

/** A shard with this many hits of one score, whose largest number is `max`. */
function answer(
  shardIndex: number,
  { score, count, max }: { readonly score: number; readonly count: number; readonly max?: number },
): ShardPart {
  const result: ShardQueryResult = {
    snapshotVersion: 1,
    total: { value: count, relation: 'eq' },
    maxScore: score,
    hits: Array.from({ length: count }, (_, doc) => ({ doc, score, sort: [] })),
    timedOut: false,
    terminatedEarly: undefined,
    sortFormats: [],
    tookMs: 0,
    ...(max === undefined ? {} : { aggregations: [maxPart(max)] }),
  };
  return { shardIndex, result };
}

/** In the form collected by `max`. */
function maxPart(max: number): unknown {
  return { values: Float64Array.of(max), format: { kind: 'raw' } };
}

async function all(shards: ReducedShards<ShardPart>, scores: readonly number[]): Promise<void> {
  for (const [i, score] of scores.entries()) await shards.answered(answer(i, { score, count: 4 }));
}

test.each([
  [{ size: 3 }, 2, 4],
  [{ size: 3 }, 3, 2],
  [{ size: 3 }, 5, 1],
  [{ size: 0 }, 2, 1],
])('%j in batches of %i: put together %i times', async (body, batchSize, phases) => {
  const scores = [2, 5, 1, 4, 3];
  const [batched, atOnce] = [reduced(body, batchSize), reduced(body, 512)];
  await all(batched, scores);
  await all(atOnce, scores);
  const { reducePhases, ...merged } = await batched.finish();
  const { reducePhases: once, ...wanted } = await atOnce.finish();
  expect(merged).toEqual(wanted);
  expect([reducePhases, once]).toEqual([phases, 1]);
});

test('what is held is the page and a batch, however many shards there are', async () => {
  const memory = new Memory();
  const shards = reduced({ size: 4 }, 2, memory);
  const held: number[] = [];
  for (let i = 0; i < 50; i++) {
    await shards.answered(answer(i, { score: i, count: 4 }));
    held.push(memory.bytes);
  }
  expect(Math.max(...held.slice(3))).toBeLessThanOrEqual(3 * Math.max(...held.slice(0, 1)));
  shards.close();
  expect(memory.bytes).toBe(0);
});

test('answers keep no hits: they are held here alone', async () => {
  const kept = await reduced({}, 2).answered(answer(0, { score: 1, count: 9 }));
  expect(kept.result.hits).toEqual([]);
});

test('what there is no room for is told in the end', async () => {
  const shards = reduced({ size: 4 }, 2, new Memory(100));
  await all(shards, [1, 2, 3]);
  await expect(shards.finish()).rejects.toThrow('<partial_results>');
});

test('who looks sees what has been heard, and more each time', async () => {
  const shards = reduced({ size: 2, aggs: { m: { max: { field: 'n' } } } }, 2);
  const seen = async () => {
    const { took: _took, timed_out: _, ...shown } = parseObject(await shards.look(), false);
    return shown;
  };
  expect(await seen()).toEqual({
    hits: { total: { value: 0, relation: 'gte' }, max_score: null, hits: [] },
    _shards: { total: 6, successful: 1, skipped: 1, failed: 0 },
  });
  for (const [i, max] of [3, 9, 5].entries()) {
    await shards.answered(answer(i, { score: 1, count: 4, max }));
  }

  expect(await seen()).toEqual({
    hits: { total: { value: 12, relation: 'eq' }, max_score: null, hits: [] },
    _shards: { total: 6, successful: 4, skipped: 1, failed: 0 },
    aggregations: { m: { value: 9 } },
    num_reduce_phases: 2,
  });
  await shards.answered(answer(3, { score: 1, count: 1, max: 12 }));
  expect(await seen()).toMatchObject({ aggregations: { m: { value: 12 } } });
  expect((await shards.finish()).total).toEqual({ value: 13, relation: 'eq' });
});
