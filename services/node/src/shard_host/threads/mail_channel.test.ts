/**
 * Calls and replies arrive unchanged; those that do not fit the mailbox are distinguished from
 * those answered there.
 */
import { ApiError } from '@skein/errors';
import { MailCallee, MailCaller, type MailCodec, mailMemory } from './mail_channel.js';

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() };

/** Strings, encoded unchanged. */
const TEXTS: MailCodec<string, string> = {
  call: (text, mostBytes) => within(text, mostBytes),
  readCall: (bytes) => utf8.decoder.decode(bytes),
  reply: (text, mostBytes) => within(text, mostBytes),
  readReply: (bytes) => utf8.decoder.decode(bytes),
};

function within(text: string, mostBytes: number): Uint8Array | undefined {
  const bytes = utf8.encoder.encode(text);
  return bytes.length > mostBytes ? undefined : bytes;
}

function setUp(answer: (text: string) => string) {
  const memory = mailMemory();
  const seen: unknown[] = [];
  const callee = new MailCallee(memory, {
    codec: TEXTS,
    answer: (envelope, text: string) => {
      seen.push({ ...envelope, length: text.length });
      return answer(text);
    },
  });
  let collected = 0;
  const caller = new MailCaller(memory, {
    codec: TEXTS,
    ring: () => setImmediate(() => callee.serve()),
    collect: async () => {
      collected++;
      return callee.collect() ?? 'nothing';
    },
    copyOf: (reply) => Uint8Array.from(reply),
  });
  return { caller, callee, seen, collected: () => collected };
}

test('a call carries its envelope and its text there, and a text back', async () => {
  const { caller, seen, collected } = setUp((text) => text.toUpperCase());
  expect(await caller.call({ kind: 5, handle: 3, cancelId: 7 }, 'one')).toBe('ONE');
  expect(await caller.call({ kind: 0, handle: 4, cancelId: 8 }, 'zwölf')).toBe('ZWÖLF');
  expect(seen).toEqual([
    { kind: 5, handle: 3, cancelId: 7, length: 3 },
    { kind: 0, handle: 4, cancelId: 8, length: 5 },
  ]);
  expect(collected()).toBe(0);
});

test('a call that is too long is not made', async () => {
  const { caller, seen } = setUp((text) => text);
  expect(
    await caller.call({ kind: 1, handle: 1, cancelId: 1 }, 'x'.repeat(70_000)),
  ).toBeUndefined();
  expect(seen).toEqual([]);
});

test('a reply that is too long is collected, once', async () => {
  const { caller, callee, collected } = setUp((text) => text.repeat(300_000));
  expect(await caller.call({ kind: 1, handle: 1, cancelId: 1 }, 'x')).toHaveLength(300_000);
  expect(collected()).toBe(1);
  expect(callee.collect()).toBeUndefined();
});

test('a failure is collected', async () => {
  const { caller } = setUp(() => {
    throw new ApiError('illegal_argument_exception', 'no');
  });
  await expect(caller.call({ kind: 1, handle: 1, cancelId: 1 }, 'x')).rejects.toMatchObject({
    reason: 'no',
  });
});
