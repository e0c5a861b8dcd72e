import { silentLog } from '@skein/base';
import { emptyState, type PublishedState } from '@skein/cluster';
import { Publisher } from './publisher.js';
import { StateContents } from './state_contents.js';

test('a node that wants the whole state although it has got it is told of', async () => {
  const contents = new StateContents(emptyState('c', ''));
  const told: unknown[] = [];
  const bases: (string | undefined)[] = [];
  const parts = {
    contents,
    log: { ...silentLog, debug: (_message: string, fields: unknown) => told.push(fields) },
    links: {
      handle: () => {},
      call: async (_node: string, _name: string, { base }: { readonly base?: string }) => {
        bases.push(base);
        return { needsWhole: true };
      },
    },
    accepted: () => '',
    received: () => {},
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    timers: { after: () => ({ cancel: () => {} }) },
  };
  const publisher = new Publisher(parts as unknown as ConstructorParameters<typeof Publisher>[0]);
  const before = contents.add(emptyState('c', 'one'), '');
  const hash = contents.add(emptyState('c', 'two'), before);
  publisher.acknowledged('n', before);
  await publisher.send('n', { hash, version: 7 } as PublishedState);
  expect(bases).toEqual([before, undefined]);
  expect(told).toEqual([{ nodeId: 'n', version: 7, reason: 'node [n] computes another hash' }]);
});
