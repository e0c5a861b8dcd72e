import { ApiError } from '@skein/errors';
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
