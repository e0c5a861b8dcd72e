import { silentLog } from '@skein/base';
import { emptyState, type TransformProgress, type TransformRecord } from '@skein/cluster';
import { encodeOwner } from '../security/owner.js';
import { TransformHost, type TransformHostParts } from './transform_host.js';

const RECORD: TransformRecord = {
  id: 'pages',
  source: {
    source: { index: 'books' },
    dest: { index: 'pages' },
    pivot: {
      group_by: { shelf: { terms: { field: 'shelf' } } },
      aggregations: { pages: { sum: { field: 'pages' } } },
    },
    sync: { time: { field: 't' } },
    frequency: '1m',
  },
  createMs: 1,
  version: 1,
  owner: encodeOwner({ subject: 'u', clientId: undefined, scope: ['indices:all:*'] }),
  state: 'started',
  reason: 'no_shard_available_action_exception: gone',
  checkpoint: 1,
  upperMs: 1,
  dueMs: 0,
  failures: 3,
  stats: {},
};

test('a look that finds no changes ends the count of failed attempts', async () => {
  const empty = emptyState('test', 'u');
  const transforms = new Map([[RECORD.id, RECORD]]);
  const state = { ...empty, masterNodeId: 'n', metadata: { ...empty.metadata, transforms } };
  const looks: (() => void)[] = [];
  const step = Promise.withResolvers<TransformProgress>();
  const host = new TransformHost({
    localNodeId: 'n',
    log: silentLog,
    clock: { nowMs: () => 1000, monotonicMs: () => 0 },
    timers: {
      after: (_delayMs: number, look: () => void) => {
        looks.push(look);
        return { cancel: () => undefined };
      },
    },
    masterService: {
      state: () => state,
      submit: async (_name: string, { progress }: { readonly progress: TransformProgress }) =>
        step.resolve(progress),
    },
    searchCoordinator: {
      searchUnread: async () => ({
        status: 200,
        chunks: [Buffer.from('{"hits":{"total":{"value":0,"relation":"eq"}}}')],
      }),
    },
  } as unknown as TransformHostParts);
  host.apply(state);
  looks[0]?.();
  expect(await step.promise).toEqual({ state: 'started', failures: 0, dueMs: 61_000 });
  await host.stop();
});
