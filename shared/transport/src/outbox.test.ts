import { CHUNK_BYTES, decodeFrame, type Frame, frame, KIND } from './frame.js';
import { Inbox } from './inbox.js';
import type { Link } from './link.js';
import { Outbox, WINDOW_BYTES } from './outbox.js';

class CollectingLink implements Link {
  readonly remoteAddress = '';
  readonly binding = new Uint8Array(0);
  bufferedBytes = 0;
  readonly sent: Frame[] = [];
  send(bytes: Uint8Array): void {
    this.sent.push(decodeFrame(bytes));
  }
  terminate(): void {}
  listen(): void {}
}

const message = (requestId: number, bytes: number) =>
  frame(KIND.request, { requestId, payload: new Uint8Array(bytes).fill(requestId) });

test('large messages take turns, small ones pass them', () => {
  const link = new CollectingLink();
  link.bufferedBytes = Number.POSITIVE_INFINITY;
  const outbox = new Outbox(link);
  outbox.push(message(1, 3 * CHUNK_BYTES));
  outbox.push(message(2, 3 * CHUNK_BYTES));
  outbox.push(message(3, 10));
  expect(link.sent).toEqual([]);
  link.bufferedBytes = 0;
  outbox.flush();
  expect(link.sent.map(({ requestId }) => requestId)).toEqual([1, 2, 3, 1, 2, 1, 2, 1, 2]);
  expect(outbox.queuedBytes).toBe(0);
});

test('without credit chunks wait, small messages do not', () => {
  const link = new CollectingLink();
  const outbox = new Outbox(link);
  outbox.push(message(1, 2 * WINDOW_BYTES));
  const window = WINDOW_BYTES / CHUNK_BYTES;
  expect(link.sent.length).toBe(1 + window);
  outbox.push(message(2, 10));
  expect(link.sent.at(-1)?.requestId).toBe(2);
  outbox.grant(CHUNK_BYTES);
  expect(link.sent.length).toBe(1 + window + 1 + 1);
  outbox.drop(1);
  outbox.grant(WINDOW_BYTES);
  expect(link.sent.length).toBe(1 + window + 1 + 1);
  expect(outbox.queuedBytes).toBe(0);
});

test('what leaves in chunks is put together again; a changed byte or too many are refused', () => {
  const link = new CollectingLink();
  new Outbox(link).push(message(9, 2 * CHUNK_BYTES + 1));
  const [first, ...chunks] = link.sent;
  if (first === undefined) throw new RangeError('nothing sent');
  const inbox = new Inbox();
  inbox.announce(first);
  const whole = chunks.map((chunk) => inbox.add(chunk)).at(-1);
  expect(whole).toMatchObject({ requestId: 9, chunked: false, payloadLength: 2 * CHUNK_BYTES + 1 });
  expect(whole?.payload.every((byte) => byte === 9)).toBe(true);

  const [chunk] = chunks;
  if (chunk === undefined) throw new RangeError('no chunk');
  inbox.announce(first);
  expect(() => inbox.announce(first)).toThrow('announced twice');
  const changed = { ...chunk, payload: chunk.payload.slice().fill(1, 0, 1) };
  expect(() => inbox.add(changed)).toThrow('wrong chunk checksum');
  const add = () => inbox.add(chunk);
  add();
  add();
  expect(add).toThrow('more than announced');
});

test('what is too short for chunks is not announced: a million of nothing would be a million entries', () => {
  const inbox = new Inbox();
  for (const payloadLength of [0, 1, CHUNK_BYTES]) {
    const first = frame(KIND.request, { requestId: 1, chunked: true, payloadLength });
    expect(() => inbox.announce(first)).toThrow('too short for chunks');
  }
});
