import { ApiError } from '@skein/errors';
import { ThreadSlots } from './thread_slots.js';

function slotsOf(maxThreads: number, queueSize: number) {
  const ended: number[] = [];
  const slots = new ThreadSlots({
    maxThreads,
    queueSize,
    start: (number) => ({
      number,
      terminate: async () => {
        ended.push(number);
      },
    }),
    refusal: () => new ApiError('es_rejected_execution_exception', 'full'),
  });
  return { slots, ended };
}

test('calls wait for a thread, up to a limit', async () => {
  const { slots } = slotsOf(1, 1);
  const slot = slots.idle();
  expect(slots.idle()).toBeUndefined();
  const next = slots.next();
  await expect(slots.next()).rejects.toThrow('full');
  if (slot !== undefined) slots.release(slot);
  expect(await next).toBe(slot);
  expect(slots.stats()).toMatchObject({ threads: 1, active: 1, rejected: 1, completed: 1 });
});

test('after the stop no call gets a thread, and none starts', async () => {
  const { slots, ended } = slotsOf(2, 1);
  slots.prepare();
  const busy = slots.idle();
  slots.prepare();
  await slots.stop();
  expect(ended).toEqual([1]);
  expect(slots.idle()).toBeUndefined();
  await expect(slots.next()).rejects.toMatchObject({ type: 'node_closed_exception' });
  if (busy !== undefined) slots.release(busy);
  expect(slots.stats()).toMatchObject({ threads: 0, active: 0, queue: 0, largest: 1 });
});
