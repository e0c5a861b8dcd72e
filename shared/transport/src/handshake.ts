/**
 * The first words on a link, both ways at once: hello, then proof. Until both are checked nothing else is listened to, messages are small
 * and time is short. `done` is called from within the message that completes the handshake, so that the next one finds the new listener.
 */
import type { Timers } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import { decodeFrame, encodeFrame, frame, KIND } from './frame.js';
import { checkIdentity, type Hello, type NodeIdentity } from './identity.js';
import type { Link } from './link.js';
import { decodeMessage, encodeMessage } from './message_codec.js';
import { type Prover, type Side, transcript } from './proof.js';
import { readHello } from './read_hello.js';

/** Of one message before the other end has proved itself. */
const MAX_MESSAGE_BYTES = 32 * 1024;
const HANDSHAKE_TIMEOUT_MS = 5000;

export interface HandshakeParts {
  readonly link: Link;
  readonly side: Side;
  readonly hello: Hello;
  readonly prover: Prover;
  readonly timers: Timers;
  /** A further reason to refuse the other end; throws it. */
  readonly admit?: (other: NodeIdentity) => void;
  readonly done: (outcome: Outcome) => void;
}

export type Outcome =
  | { readonly ok: true; readonly hello: Hello }
  | { readonly ok: false; readonly error: ApiError };

export function shakeHands(parts: HandshakeParts): void {
  const { link, side, prover } = parts;
  const ownHello = encodeMessage(parts.hello);
  let other: { readonly hello: Hello; readonly words: Uint8Array } | undefined;
  let settled = false;

  const settle = (outcome: Outcome) => {
    if (settled) return;
    settled = true;
    timeout.cancel();
    parts.done(outcome);
  };
  const fail = (error: ApiError, tell: boolean) => {
    if (settled) return;
    if (tell) link.send(encodeFrame(frame(KIND.refused, { payload: encodeMessage(error.reason) })));
    link.terminate();
    settle({ ok: false, error });
  };
  const timeout = parts.timers.after(HANDSHAKE_TIMEOUT_MS, () =>
    fail(failed(`no answer within ${HANDSHAKE_TIMEOUT_MS}ms`), false),
  );

  const hear = (bytes: Uint8Array) => {
    if (bytes.length > MAX_MESSAGE_BYTES) throw failed('message too long before authentication');
    const { kind, payload } = decodeFrame(bytes);
    if (kind === KIND.refused) fail(failed(`refused: ${refusal(payload)}`), false);
    else if (kind === KIND.hello && other === undefined) {
      const hello = readHello(payload);
      checkIdentity(parts.hello.identity, hello.identity);
      parts.admit?.(hello.identity);
      other = { hello, words: said(side, ownHello, payload, link.binding) };
      link.send(encodeFrame(frame(KIND.proof, { payload: prover.prove(side, other.words) })));
    } else if (kind === KIND.proof && other !== undefined) {
      const otherSide = side === 'initiator' ? 'acceptor' : 'initiator';
      if (!prover.verify(otherSide, other.words, payload)) throw failed('wrong cluster secret');
      settle({ ok: true, hello: other.hello });
    } else throw failed(`unexpected frame [${kind}]`);
  };

  link.send(encodeFrame(frame(KIND.hello, { payload: ownHello })));
  link.listen({
    message: (bytes) => {
      if (settled) return;
      try {
        hear(bytes);
      } catch (thrown) {
        fail(asApiError(thrown), true);
      }
    },
    drained: () => {},
    closed: (reason) => settle({ ok: false, error: failed(`closed: ${reason}`) }),
  });
}

function said(side: Side, own: Uint8Array, other: Uint8Array, binding: Uint8Array): Uint8Array {
  return side === 'initiator'
    ? transcript({ initiatorHello: own, acceptorHello: other, binding })
    : transcript({ initiatorHello: other, acceptorHello: own, binding });
}

function refusal(payload: Uint8Array): string {
  const reason = decodeMessage(payload);
  return typeof reason === 'string' ? reason.slice(0, 1024) : 'for no reason';
}

function failed(why: string): ApiError {
  return new ApiError('connect_transport_exception', `handshake failed: ${why}`);
}
