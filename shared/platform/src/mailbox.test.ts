import { Worker } from 'node:worker_threads';
import { MailboxCallee, MailboxCaller, mailboxMemory } from './mailbox.js';

/** A callee in this thread, whose bell rings at the end of the turn. */
function local(handle: (request: Uint8Array, reply: Uint8Array) => number) {
  const memory = mailboxMemory(16, 16);
  const callee = new MailboxCallee(memory, handle);
  let rings = 0;
  const caller = new MailboxCaller(memory, () => {
    rings++;
    setImmediate(() => callee.serve());
  });
  return { caller, callee, rings: () => rings };
}

test('a call carries bytes there and bytes back', async () => {
  const { caller } = local((request, reply) => {
    reply.set(request.map((byte) => byte + 1));
    return request.length;
  });
  for (let i = 0; i < 3; i++) {
    caller.request.set([i, 5]);
    const length = await caller.call(2);
    expect([...caller.reply.subarray(0, length)]).toEqual([i + 1, 6]);
  }
});

test('a bell too many does no harm', async () => {
  const { caller, callee } = local(() => 1);
  callee.serve();
  expect(await caller.call(1)).toBe(1);
  callee.serve();
  expect(await caller.call(1)).toBe(1);
});

test('when the callee is gone, the open call and later ones reject', async () => {
  const memory = mailboxMemory(16, 16);
  const caller = new MailboxCaller(memory, () => {});
  const open = caller.call(1);
  caller.fail(new Error('gone'));
  await expect(open).rejects.toThrow('gone');
  await expect(caller.call(1)).rejects.toThrow('gone');
});

/** Resolves when the callee has stopped waiting for a call and is back in its event loop. */
async function backInLoop({ control }: { control: SharedArrayBuffer }): Promise<void> {
  while (new Int32Array(control)[2] !== 0) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * The callee's thread in plain JavaScript, so that the worker needs no compilation: it echoes mail
 * and messages.
 */
const ECHO = (mailbox: string) => `
  import { workerData, parentPort } from 'node:worker_threads';
  const { MailboxCallee } = await import(${JSON.stringify(mailbox)});
  const callee = new MailboxCallee(workerData, (request, reply) => {
    reply.set(request);
    return request.length;
  });
  parentPort.on('message', (message) => {
    if (message === 'bell') callee.serve();
    else parentPort.postMessage(message);
  });
`;

test('across threads: no call and no message is lost, however they meet', async () => {
  const memory = mailboxMemory(16, 16);
  const module = new URL('../dist/mailbox.js', import.meta.url).href;
  const source = `data:text/javascript,${encodeURIComponent(ECHO(module))}`;
  const worker = new Worker(new URL(source), { workerData: memory });
  const caller = new MailboxCaller(memory, () => worker.postMessage('bell'));
  const echoed = new Set<number>();
  worker.on('message', (message: number) => echoed.add(message));
  const ROUNDS = 3_000;
  for (let round = 0; round < ROUNDS; round++) {
    caller.request.set([round & 255, round >>> 8]);
    const answer = caller.call(2);
    if (round % 3 === 0) {
      worker.postMessage(round);
      caller.interrupt();
    }
    if (round % 500 === 0) await answer.then(() => backInLoop(memory));
    const length = await answer;
    expect([...caller.reply.subarray(0, length)]).toEqual([round & 255, round >>> 8]);
  }
  while (echoed.size < ROUNDS / 3) await new Promise((resolve) => setImmediate(resolve));
  await worker.terminate();
});

test('a thread that waits at its mailbox can be ended', async () => {
  const memory = mailboxMemory(16, 16);
  const module = new URL('../dist/mailbox.js', import.meta.url).href;
  const source = `data:text/javascript,${encodeURIComponent(ECHO(module))}`;
  const worker = new Worker(new URL(source), { workerData: memory });
  const caller = new MailboxCaller(memory, () => worker.postMessage('bell'));
  await caller.call(1);
  await worker.terminate();
});
