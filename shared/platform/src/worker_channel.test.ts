import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { ApiError } from '@skein/errors';
import { TransferReply, WorkerChannel } from './worker_channel.js';

interface Calls {
  readonly twice: { request: number; reply: number };
  readonly later: { request: undefined; reply: string };
  readonly bytes: { request: undefined; reply: Uint8Array };
  readonly fails: { request: unknown; reply: never };
  readonly unknown: { request: undefined; reply: never };
}

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function joined() {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const rung: number[] = [];
  const handlers = {
    twice: (request: number) => 2 * request,
    later: async () => 'done',
    bytes: () => {
      const value = new Uint8Array([1, 2]);
      return new TransferReply(value, [value.buffer]);
    },
    fails: () => {
      throw new ApiError('illegal_argument_exception', 'no');
    },
  };
  new WorkerChannel<Record<string, never>>(port2, handlers, () => void rung.push(1));
  return { channel: new WorkerChannel<Calls>(port1, {}), rung };
}

test('each call has its own reply', async () => {
  const { channel } = joined();
  const replies = [channel.call('later', undefined), channel.call('twice', 4)];
  expect(await Promise.all(replies)).toEqual(['done', 8]);
  expect(await channel.call('bytes', undefined)).toEqual(new Uint8Array([1, 2]));
  expect([channel.pendingCount, channel.completedCount]).toEqual([0, 3]);
});

test('errors of the other side are rejections, and so is a call that it does not know', async () => {
  const { channel } = joined();
  await expect(channel.call('fails', 1)).rejects.toMatchObject({
    type: 'illegal_argument_exception',
    reason: 'no',
  });
  await expect(channel.call('unknown', undefined)).rejects.toThrow('no handler for call unknown');
});

test('a request that cannot be copied is refused at once, and nothing waits for it', async () => {
  const { channel } = joined();
  await expect(channel.call('fails', () => 1)).rejects.toThrow('could not be cloned');
  expect([channel.pendingCount, channel.completedCount]).toEqual([0, 1]);
});

test('a failed channel refuses open and later calls', async () => {
  const { channel } = joined();
  const gone = new ApiError('illegal_state_exception', 'the thread has ended');
  const waiting = channel.call('later', undefined);
  channel.fail(gone);
  await expect(waiting).rejects.toBe(gone);
  await expect(channel.call('twice', 1)).rejects.toBe(gone);
});

test('a bell has no reply', async () => {
  const { channel, rung } = joined();
  channel.ring();
  while (rung.length === 0) await turn();
  expect(channel.pendingCount).toBe(0);
});
