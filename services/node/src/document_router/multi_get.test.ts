import { ApiError } from '@skein/errors';
import { openSecurity } from '../security/open_security.js';
import { OneNodeApi } from '../testing/one_node_api.js';
import type { RoutedGet } from './contract.js';
import { createDocumentRouter } from './document_router.js';

test('the gets of a client that has left are not sent any more', async () => {
  const controller = new AbortController();
  let asked = 0;
  const router = createDocumentRouter({
    masterService: {
      state: () => {
        if (++asked === 700) controller.abort(new Error('the client went away'));
        throw new ApiError('index_not_found_exception', 'no such index [a]');
      },
    },
    clock: { monotonicMs: () => 0, nowMs: () => 0 },
    timers: {},
  } as unknown as Parameters<typeof createDocumentRouter>[0]);
  const gets = new Array<RoutedGet>(100_000).fill({ index: 'a', id: '1' } as RoutedGet);
  const options = { signal: controller.signal } as Parameters<typeof router.multiGet>[1];
  await expect(router.multiGet(gets, options)).rejects.toThrow('the client went away');
  expect(asked).toBe(1000);
});

test('a get without an id is refused alone, after one without an index', async () => {
  const api = await new OneNodeApi().start();
  await api.request('PUT', '/there');
  const router = createDocumentRouter({
    masterService: api.master,
    security: openSecurity,
    clock: { monotonicMs: () => 0, nowMs: () => 0 },
    timers: {},
  } as unknown as Parameters<typeof createDocumentRouter>[0]);
  const gets = ['there', 'gone'].map((index) => ({ index, id: '' }) as RoutedGet);
  const options = { signal: new AbortController().signal } as Parameters<typeof router.multiGet>[1];
  expect(await router.multiGet(gets, options)).toMatchObject([
    { index: 'there', error: { type: 'illegal_argument_exception', reason: "Ids can't be empty" } },
    { index: 'gone', error: { type: 'index_not_found_exception' } },
  ]);
});
