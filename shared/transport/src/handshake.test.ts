import type { Random, Timers } from '@skein/base';
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { decodeFrame, encodeFrame, frame, KIND, type Kind } from './frame.js';
import { type Outcome, shakeHands } from './handshake.js';
import type { Hello, NodeIdentity } from './identity.js';
import type { Link, LinkListener } from './link.js';
import { encodeMessage } from './message_codec.js';
import { openProver, type Prover, type Side } from './proof.js';

const CHALLENGE_BYTES = 32;
let serial = 0;
const random = {
  bytes: (count: number) => new Uint8Array(count).fill(++serial),
} as Random;
const timers = { after: () => ({ cancel: () => {} }) } as unknown as Timers;

/**
 * A keyed sum in place of the platform's hash, good enough to distinguish keys, sides and
 * transcripts.
 */
function sumProver(key: number): Prover {
  const sum = (side: Side, bytes: Uint8Array) => {
    let total = key + (side === 'initiator' ? 1 : 2);
    for (const byte of bytes) total = (Math.imul(total, 31) + byte) >>> 0;
    return utf8(String(total));
  };
  return {
    prove: sum,
    verify: (side, bytes, given) => String(sum(side, bytes)) === String(given),
  };
}

/** One end of a connection whose other end is the test. */
class End implements Link {
  readonly remoteAddress = '127.0.0.1';
  readonly binding = new Uint8Array(0);
  readonly bufferedBytes = 0;
  readonly said: Uint8Array[] = [];
  isOpen = true;
  outcome: Outcome | undefined;
  #listener: LinkListener | undefined;

  constructor(side: Side, options: { prover?: Prover; identity?: Partial<NodeIdentity> } = {}) {
    shakeHands({
      link: this,
      side,
      hello: helloOf(side, options.identity),
      prover: options.prover ?? sumProver(7),
      timers,
      random,
      done: (outcome) => {
        this.outcome = outcome;
      },
    });
  }

  send(bytes: Uint8Array): void {
    if (this.isOpen) this.said.push(bytes);
  }

  terminate(): void {
    this.isOpen = false;
  }

  listen(listener: LinkListener): void {
    this.#listener = listener;
  }

  receive(bytes: Uint8Array): void {
    if (this.isOpen) this.#listener?.message(bytes);
  }

  get kinds(): readonly Kind[] {
    return this.said.map((bytes) => decodeFrame(bytes).kind);
  }
}

function helloOf(side: Side, identity: Partial<NodeIdentity> = {}): Hello {
  return {
    channel: 'ping',
    actions: ['a secret action'],
    identity: {
      clusterName: 'secret cluster name',
      clusterUuid: 'secret-uuid',
      nodeId: `secret-${side}`,
      ephemeralId: `secret-${side}-process`,
      name: `secret-${side}-name`,
      roles: ['master'],
      attributes: { zone: 'secret zone' },
      address: 'secret:9300',
      httpAddress: 'secret:9200',
      wire: { min: 1, max: 1 },
      index: { min: 1, max: 1 },
      version: 'secret version',
      ...identity,
    },
  };
}

/** Carries the messages of both ends until both are silent. */
function talk(one: End, other: End): void {
  const told = new Map([
    [one, 0],
    [other, 0],
  ]);
  for (let isTalking = true; isTalking; ) {
    isTalking = false;
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const next = from.said[told.get(from) ?? 0];
      if (next === undefined) continue;
      told.set(from, (told.get(from) ?? 0) + 1);
      to.receive(next);
      isTalking = true;
    }
  }
}

function outcomeOf({ outcome }: End): string {
  if (outcome === undefined) return 'undecided';
  return outcome.ok ? outcome.hello.identity.nodeId : outcome.error.reason;
}

const saysSecrets = (end: End) =>
  end.said.some((bytes) => Buffer.from(bytes).toString('latin1').includes('secret-'));

test.each([
  ['a secret', sumProver(7)],
  ['certificates alone', openProver],
])('both ends know each other: %s', (_what, prover) => {
  const [one, other] = [new End('initiator', { prover }), new End('acceptor', { prover })];
  talk(one, other);
  expect([outcomeOf(one), outcomeOf(other)]).toEqual(['secret-acceptor', 'secret-initiator']);
  expect(one.kinds).toEqual([KIND.challenge, KIND.proof, KIND.hello]);
  expect(other.kinds).toEqual([KIND.challenge, KIND.hello, KIND.welcome]);
});

test('with another secret neither end hears who the other is', () => {
  const [one, other] = [new End('initiator', { prover: sumProver(8) }), new End('acceptor')];
  talk(one, other);
  expect(outcomeOf(one)).toContain('wrong cluster secret');
  expect(outcomeOf(other)).toContain('wrong cluster secret');
  expect([saysSecrets(one), saysSecrets(other)]).toEqual([false, false]);
});

test('who is refused for what it is hears so before it takes itself for accepted', () => {
  const identity = { clusterUuid: 'secret-other' };
  const [one, other] = [new End('initiator', { identity }), new End('acceptor')];
  talk(one, other);
  expect(outcomeOf(one)).toContain('cluster uuid');
  expect(outcomeOf(other)).not.toBe('secret-initiator');
});

const anyFrame = fc
  .record({
    kind: fc.constantFrom(...Object.values(KIND)),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.uint8Array({ minLength: CHALLENGE_BYTES, maxLength: CHALLENGE_BYTES }),
      fc.constant(encodeMessage(helloOf('initiator'))),
    ),
  })
  .map(({ kind, payload }) => encodeFrame(frame(kind, { payload })));

test.each(['initiator', 'acceptor'] as const)(
  'whatever a stranger says, the %s tells nothing of itself',
  (side) => {
    const conversation = fc.array(fc.oneof(anyFrame, fc.uint8Array()), { maxLength: 6 });
    fc.assert(
      fc.property(conversation, (words) => {
        const end = new End(side);
        for (const word of words) end.receive(word);
        expect(saysSecrets(end)).toBe(false);
        expect(end.outcome?.ok ?? false).toBe(false);
      }),
    );
  },
);

test('what an end has said, sent back to it or to another, proves nothing', () => {
  const victim = new End('acceptor');
  const honest = new End('initiator');
  const [challenge = new Uint8Array(0)] = victim.said;
  victim.receive(challenge);
  expect(outcomeOf(victim)).toContain('challenge came back');
  const again = new End('acceptor');
  talk(honest, new End('acceptor'));
  const [itsChallenge, itsProof] = honest.said;
  again.receive(itsChallenge ?? challenge);
  again.receive(itsProof ?? challenge);
  expect(outcomeOf(again)).toContain('wrong cluster secret');
  expect(saysSecrets(again)).toBe(false);
});

test('a hello that was changed on its way is refused', () => {
  const [one, other] = [new End('initiator'), new End('acceptor')];
  one.receive(other.said[0] ?? new Uint8Array(0));
  other.receive(one.said[0] ?? new Uint8Array(0));
  other.receive(one.said[1] ?? new Uint8Array(0));
  const hello = other.said[1]?.slice() ?? new Uint8Array(0);
  hello[hello.length - 1] = (hello.at(-1) ?? 0) ^ 1;
  one.receive(hello);
  expect(outcomeOf(one)).toContain('wrong cluster secret');
});
