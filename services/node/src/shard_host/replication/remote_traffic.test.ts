import { getEventListeners } from 'node:events';
import { silentLog } from '@skein/base';
import { emptyState } from '@skein/cluster';
import type { HostedShard } from '../hosted_shard.js';
import type { RemotePort } from './remote_port.js';
import { RemoteTraffic } from './remote_traffic.js';

test('a pause that has ended leaves no listener on the signal of the shard', async () => {
  const state = emptyState('test', 'u');
  const callbacks: (() => void)[] = [];
  const traffic = new RemoteTraffic({
    master: { state: () => state },
    remotePort: {} as RemotePort,
    timers: {
      after: (_ms, callback) => {
        callbacks.push(callback);
        return { cancel: () => {} };
      },
    },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    random: { next: () => 0.5, bytes: (length) => new Uint8Array(length) },
    log: silentLog,
    removeFolder: async () => {},
  });
  const ended = new AbortController().signal;
  // The index does not exist, so that each call fails and is followed by a pause.
  const shard = {
    key: 'gone/0',
    open: { index: 'gone', indexUuid: 'u' },
    ended,
  } as unknown as HostedShard;
  for (let calls = 0; calls < 3; calls++) {
    const answer = traffic.call(shard, { kind: 'rest' });
    callbacks.pop()?.();
    expect(await answer).toBeUndefined();
  }
  expect(getEventListeners(ended, 'abort')).toHaveLength(0);
});
