/**
 * Messages of a peer that has proved itself: it is trusted to be a node, but not to be a correct
 * one.
 */
import type { Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import { Caller } from './caller.js';
import { decodeFrame, encodeFrame, type Frame, frame, KIND } from './frame.js';
import { FrameStream } from './frame_stream.js';
import type { Hello } from './identity.js';
import type { Link, LinkListener } from './link.js';
import { encodeMessage } from './message_codec.js';
import { Responder } from './responder.js';

const timers = { after: () => ({ cancel: () => {} }) } as unknown as Timers;

class End implements Link {
  readonly remoteAddress = '127.0.0.1';
  readonly binding = new Uint8Array(0);
  readonly sent: Frame[] = [];
  bufferedBytes = 0;
  isOpen = true;
  #listener: LinkListener | undefined;

  send(bytes: Uint8Array): void {
    this.bufferedBytes += bytes.length;
    this.sent.push(decodeFrame(bytes));
  }

  terminate(): void {
    this.isOpen = false;
  }

  listen(listener: LinkListener): void {
    this.#listener = listener;
  }

  says(one: Frame): void {
    this.#listener?.message(encodeFrame(one));
  }
}

function responder() {
  const [link, heard] = [new End(), [] as unknown[]];
  let closedFor: string | undefined;
  new Responder({
    link,
    timers,
    hello: { actions: ['echo', 'wait'] } as unknown as Hello,
    handler: (name) => (request) => {
      heard.push(request);
      return name === 'wait' ? new Promise(() => {}) : request;
    },
    unhandled: () => {
      throw new RangeError('not asked');
    },
    closed: (reason) => {
      closedFor = reason;
    },
  });
  return { link, heard, closedFor: () => closedFor };
}

const request = (head: unknown, more: Partial<Frame> = {}) =>
  frame(KIND.request, {
    requestId: 1,
    head: encodeMessage(head),
    payload: encodeMessage('x'),
    ...more,
  });

test.each([
  ['null', null],
  ['a number', 5],
  ['nothing in it', {}],
  ['a negative deadline', { t: -1 }],
  ['no number as deadline', { t: Number.NaN }],
  ['text as deadline', { t: '1000' }],
  ['text as user', { t: 1000, u: 'system' }],
  ['an object as user', { t: 1000, u: { kind: 'system' } }],
  ['an object as parent task', { t: 1000, p: {} }],
])(
  'a request whose head is or has %s ends its link before any handler hears of it',
  (_what, head) => {
    const { link, heard, closedFor } = responder();
    link.says(request(head));
    expect(heard).toEqual([]);
    expect(closedFor()).toMatch(/^broken request/);
    expect(link.isOpen).toBe(false);
  },
);

test.each([KIND.reply, KIND.error, KIND.hello, KIND.proof, KIND.welcome])(
  'kind %i from the end that asks ends its link',
  (kind) => {
    const { link, heard, closedFor } = responder();
    link.says({ ...request({ t: 1000 }), kind });
    expect(heard).toEqual([]);
    expect(closedFor()).toContain(`kind [${kind}]`);
  },
);

test('a number of a request that is running is not given to another', () => {
  const { link, heard, closedFor } = responder();
  link.says(request({ t: 1000 }, { action: 1 }));
  link.says(request({ t: 1000 }, { action: 1 }));
  expect(heard).toHaveLength(1);
  expect(closedFor()).toContain('[1] is running already');
});

test('whoever asks for signs of life and reads none is let go', () => {
  const { link, closedFor } = responder();
  link.says(frame(KIND.ping));
  expect(link.sent.map(({ kind }) => kind)).toEqual([KIND.pong]);
  link.bufferedBytes = 33 * 1024 * 1024;
  link.says(frame(KIND.ping));
  expect(link.sent).toHaveLength(1);
  expect(closedFor()).toContain('are not read');
});

test.each([
  ['a reply that is no message', frame(KIND.reply, { requestId: 1, payload: Uint8Array.of(0xdc) })],
  ['an error that is none', frame(KIND.error, { requestId: 1, payload: encodeMessage(null) })],
])('%s ends the call that it answers', async (_what, answer) => {
  const link = new End();
  const closed: string[] = [];
  const caller = new Caller({
    link,
    timers,
    remoteName: 'other',
    actions: ['echo'],
    closed: (reason) => closed.push(reason),
  });
  const call = caller.call('echo', 'x', { timeoutMs: 1000 });
  link.says(answer);
  await expect(call).rejects.toMatchObject({ name: 'ApiError' });
  expect(closed).toHaveLength(1);
});

test('a peer that reads nothing, so that not even an error fits, loses its link', async () => {
  const send = jest.spyOn(FrameStream.prototype, 'send').mockImplementation(() => {
    throw new ApiError('es_rejected_execution_exception', 'full');
  });
  const faults: unknown[] = [];
  const note = (reason: unknown) => faults.push(reason);
  process.on('unhandledRejection', note);
  try {
    const { link, closedFor } = responder();
    link.says(request({ t: 1000 }));
    await new Promise((resolve) => setImmediate(resolve));
    expect([closedFor(), link.isOpen, faults]).toEqual(['full', false, []]);
  } finally {
    process.removeListener('unhandledRejection', note);
    send.mockRestore();
  }
});
