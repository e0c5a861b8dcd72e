import type { Actors } from '../../actors.js';
import type { SearchShardsCall } from '../../search_coordinator/mod.js';
import { quietDispatcher } from '../../testing/quiet_dispatcher.js';
import { search_shards } from './search_shards.js';

test.each([
  ['/a,b/_search_shards', true],
  ['/a,b/_search_shards?ignore_unavailable=false', false],
])('%s: are indices left out that do not exist', async (target, isLenient) => {
  let asked: SearchShardsCall | undefined;
  const actors = {
    searchCoordinator: {
      searchShards: (call: SearchShardsCall) => {
        asked = call;
        throw new Error('seen');
      },
    },
  } as unknown as Actors;
  const admission = await quietDispatcher({ endpoints: [search_shards], actors }).admit({
    method: 'GET',
    target,
    headers: {},
    signal: new AbortController().signal,
    abort: () => {},
  });
  if (admission?.kind !== 'welcome') throw new Error('not admitted');
  await admission.answer(new Uint8Array(0));
  expect(asked?.target.ignoreUnavailable).toBe(isLenient);
});
