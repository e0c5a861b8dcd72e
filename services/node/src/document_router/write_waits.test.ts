import { emptyState } from '@skein/cluster';
import { batchOf } from '../shard_host/mod.js';
import type { WriteOptions } from './contract.js';
import { createDocumentRouter } from './document_router.js';

const BLOCK = {
  id: 2,
  uuid: undefined,
  description: 'no cluster-manager',
  retryable: true,
  levels: ['write'],
};

test.each([
  [1000, 700],
  [200, 0],
  // Such a write has no timeout.
  [-1, -1],
])(
  'a write of timeout %d whose master is lost meanwhile waits %d ms',
  async (timeoutMs, leftMs) => {
    const healthy = emptyState('test', 'u');
    const blocked = { ...healthy, blocks: { ...healthy.blocks, global: [BLOCK] } };
    const states = [healthy];
    const times = [0];
    const waited: number[] = [];
    const router = createDocumentRouter({
      masterService: {
        state: () => states.shift() ?? blocked,
        waitFor: async (_isReady: unknown, options: { readonly timeoutMs: number }) => {
          waited.push(options.timeoutMs);
          return false;
        },
      },
      pipelineRunner: { run: () => undefined },
      documentStatuses: { count: () => undefined },
      pressure: { during: (_what: unknown, _size: unknown, work: () => unknown) => work() },
      clock: { monotonicMs: () => times.shift() ?? 300, nowMs: () => 0 },
      timers: {},
    } as unknown as Parameters<typeof createDocumentRouter>[0]);
    const options = { timeoutMs, signal: new AbortController().signal } as WriteOptions;
    await router.write(batchOf([]), options);
    expect(waited).toEqual([leftMs]);
  },
);
