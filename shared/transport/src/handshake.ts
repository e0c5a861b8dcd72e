/**
 * The first messages on a link. No end reveals its identity before the other end has proved that it
 * knows the cluster's secret, and the initiator proves first:
 *
 *     initiator                              acceptor
 *     challenge: 32 random bytes             challenge: 32 random bytes
 *     proof over both challenges
 *                                            hello, with the proof over it and both challenges
 *     hello, with the proof over it and both challenges
 *                                            welcome
 *
 * Each proof names the side that makes it. Until the end no other messages are accepted, messages
 * are small and time is short. `done` is called while handling the message that completes the
 * handshake, so that the next message reaches the new listener.
 */
import type { Random, TimerHandle, Timers } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import { decodeFrame, encodeFrame, frame, KIND, type Kind } from './frame.js';
import { checkIdentity, type Hello } from './identity.js';
import type { Link } from './link.js';
import { decodeMessage, encodeMessage } from './message_codec.js';
import { openSealed, type Prover, type Side, sealed, transcript } from './proof.js';
import { readHello } from './read_hello.js';

/** Limit of one message. */
const MAX_MESSAGE_BYTES = 32 * 1024;
const HANDSHAKE_TIMEOUT_MS = 5000;
const CHALLENGE_BYTES = 32;
const NOTHING = new Uint8Array(0);

interface HandshakeParts {
  readonly link: Link;
  readonly side: Side;
  readonly hello: Hello;
  readonly prover: Prover;
  readonly timers: Timers;
  readonly random: Random;
  readonly done: (outcome: Outcome) => void;
}

export type Outcome =
  | { readonly ok: true; readonly hello: Hello }
  | { readonly ok: false; readonly error: ApiError };

export function shakeHands(parts: HandshakeParts): void {
  new Handshake(parts).begin();
}

class Handshake {
  readonly #parts: HandshakeParts;
  readonly #challenge: Uint8Array;
  readonly #timeout: TimerHandle;
  #otherChallenge = NOTHING;
  #otherHello: Hello | undefined;
  /** The kind of message that the other end must send next. */
  #awaited: Kind = KIND.challenge;
  #settled = false;

  constructor(parts: HandshakeParts) {
    this.#parts = parts;
    this.#challenge = parts.random.bytes(CHALLENGE_BYTES);
    this.#timeout = parts.timers.after(HANDSHAKE_TIMEOUT_MS, () => {
      this.#fail(failed(`no answer within ${HANDSHAKE_TIMEOUT_MS}ms`));
    });
  }

  begin(): void {
    this.#say(KIND.challenge, this.#challenge);
    this.#parts.link.listen({
      message: (bytes) => this.#receive(bytes),
      drained: () => {},
      closed: (reason) => this.#settle({ ok: false, error: failed(`closed: ${reason}`) }),
    });
  }

  #receive(bytes: Uint8Array): void {
    if (this.#settled) return;
    try {
      if (bytes.length > MAX_MESSAGE_BYTES) throw failed('message too long before authentication');
      const { kind, payload } = decodeFrame(bytes);
      if (kind === KIND.refused) this.#fail(failed(`refused: ${refusal(payload)}`));
      else if (kind === this.#awaited) this.#proceed(kind, payload);
      else throw failed(`unexpected frame [${kind}]`);
    } catch (thrown) {
      const error = asApiError(thrown);
      this.#say(KIND.refused, encodeMessage(error.reason));
      this.#fail(error);
    }
  }

  #proceed(kind: Kind, payload: Uint8Array): void {
    const isInitiator = this.#parts.side === 'initiator';
    if (kind === KIND.challenge) {
      this.#takeChallenge(payload);
      if (isInitiator) this.#say(KIND.proof, this.#prove(NOTHING));
      this.#awaited = isInitiator ? KIND.hello : KIND.proof;
    } else if (kind === KIND.proof) {
      this.#verify(NOTHING, payload);
      this.#sendHello();
      this.#awaited = KIND.hello;
    } else if (kind === KIND.hello) {
      this.#meet(payload);
      this.#awaited = KIND.welcome;
      if (isInitiator) this.#sendHello();
      else {
        this.#say(KIND.welcome, NOTHING);
        this.#complete();
      }
    } else this.#complete();
  }

  /**
   * Takes the other end's challenge. An echo of the own challenge is refused, since it would let an
   * end prove itself to itself.
   */
  #takeChallenge(payload: Uint8Array): void {
    if (payload.length !== CHALLENGE_BYTES) throw failed('no challenge');
    const isEcho = payload.every((byte, i) => byte === this.#challenge[i]);
    if (isEcho) throw failed('the challenge came back');
    this.#otherChallenge = payload.slice();
  }

  #sendHello(): void {
    const words = encodeMessage(this.#parts.hello);
    this.#say(KIND.hello, sealed(this.#prove(words), words));
  }

  #meet(payload: Uint8Array): void {
    const { proof, words } = openSealed(payload);
    this.#verify(words, proof);
    const hello = readHello(words);
    checkIdentity(this.#parts.hello.identity, hello.identity);
    this.#otherHello = hello;
  }

  #prove(words: Uint8Array): Uint8Array {
    const { prover, side } = this.#parts;
    return prover.prove(side, this.#transcript(words));
  }

  #verify(words: Uint8Array, proof: Uint8Array): void {
    const { prover, side } = this.#parts;
    const other = side === 'initiator' ? 'acceptor' : 'initiator';
    if (!prover.verify(other, this.#transcript(words), proof)) throw failed('wrong cluster secret');
  }

  #transcript(words: Uint8Array): Uint8Array {
    const { side, link } = this.#parts;
    const [own, other] = [this.#challenge, this.#otherChallenge];
    const [initiator, acceptor] = side === 'initiator' ? [own, other] : [other, own];
    return transcript({ initiator, acceptor, binding: link.binding, words });
  }

  #say(kind: Kind, payload: Uint8Array): void {
    this.#parts.link.send(encodeFrame(frame(kind, { payload })));
  }

  #complete(): void {
    const hello = this.#otherHello;
    if (hello === undefined) throw failed('welcome before hello');
    this.#settle({ ok: true, hello });
  }

  #fail(error: ApiError): void {
    if (this.#settled) return;
    // A link may report its end from within `terminate`, which must not replace the error.
    this.#settle({ ok: false, error });
    this.#parts.link.terminate();
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#timeout.cancel();
    this.#parts.done(outcome);
  }
}

function refusal(payload: Uint8Array): string {
  const reason = decodeMessage(payload);
  return typeof reason === 'string' ? reason.slice(0, 1024) : 'for no reason';
}

function failed(why: string): ApiError {
  return new ApiError('connect_transport_exception', `handshake failed: ${why}`);
}
