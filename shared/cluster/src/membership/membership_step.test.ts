/** Tests of single exchanges and probes. The simulator tests the behaviour in a network. */
import fc from 'fast-check';
import { deltaFor, digestOf } from './exchange.js';
import type { GossipMessage, MemberDelta } from './gossip_messages.js';
import type { MembershipSettings } from './membership_settings.js';
import { incarnationOf, type MembershipState, startMembership } from './membership_state.js';
import { type MembershipInput, membershipStep } from './membership_step.js';
import type { MembershipEffect } from './membership_turn.js';

const random = { next: () => 0.5, bytes: (count: number) => new Uint8Array(count) };

class Member {
  state: MembershipState;
  effects: readonly MembershipEffect[] = [];

  constructor(id: string, settings: Partial<MembershipSettings> = {}) {
    this.state = startMembership({ id, nowMs: 0, settings });
  }

  tell(input: MembershipInput): this {
    const next = membershipStep(this.state, input, random);
    this.state = next.state;
    this.effects = next.effects;
    return this;
  }

  receive(from: string, message: GossipMessage): this {
    return this.tell({ kind: 'message', from, to: this.state.id, message });
  }

  write(key: string, value: string | undefined): this {
    return this.tell({ kind: 'write', key, value });
  }

  /** Ticks on time, so that there is no lag. */
  until(nowMs: number): this {
    let effects: readonly MembershipEffect[] = [];
    for (let at = this.state.nowMs + 100; at <= nowMs; at += 100) {
      this.tell({ kind: 'tick', nowMs: at });
      effects = [...effects, ...this.effects];
    }
    this.effects = effects;
    return this;
  }

  sent<K extends GossipMessage['kind']>(kind: K): Extract<GossipMessage, { kind: K }>[] {
    return this.effects.flatMap((effect) =>
      effect.kind === 'send' && effect.message.kind === kind
        ? [effect.message as Extract<GossipMessage, { kind: K }>]
        : [],
    );
  }

  valueOf(id: string, key: string): string | undefined {
    return this.state.records.get(id)?.entries.get(key)?.value;
  }

  status(id: string): string | undefined {
    return this.state.health.get(id)?.status;
  }
}

/**
 * One whole exchange: afterwards both sides know everything that either knew, as far as it fits
 * into messages.
 */
function exchange(a: Member, b: Member): void {
  const syn = { kind: 'syn', digest: digestOf(a.state) } as const;
  const [reply] = b.receive(a.state.id, syn).sent('syn_ack');
  const [ack] = a.receive(b.state.id, reply).sent('ack');
  b.receive(a.state.id, ack);
}

const delta = (
  id: string,
  ...entries: [key: string, value: string, version: number][]
): MemberDelta => ({
  id,
  isReset: false,
  collectedVersion: 0,
  version: Math.max(...entries.map(([, , version]) => version)),
  entries: entries.map(([key, value, version]) => ({ key, value, version })),
});

test('an exchange brings both sides up to date', () => {
  const [a, b] = [new Member('a').write('load', '1'), new Member('b').write('disk', '2')];
  exchange(a, b);
  expect([a.valueOf('b', 'disk'), b.valueOf('a', 'load')]).toEqual(['2', '1']);
  a.write('load', undefined);
  exchange(b, a);
  expect(b.valueOf('a', 'load')).toBeUndefined();
});

test('what does not fit comes with the next exchanges, oldest first', () => {
  const [a, b] = [new Member('a', { deltaMaxBytes: 50 }), new Member('b')];
  for (const key of ['k1', 'k2', 'k3']) a.write(key, '0123456789');
  const known: number[] = [];
  for (let i = 0; i < 3; i++) {
    exchange(a, b);
    known.push(b.state.records.get('a')?.entries.size ?? 0);
  }
  expect(known).toEqual([1, 2, 3]);
});

test('who missed a deletion whose tombstone is gone forgets all and learns anew', () => {
  const [a, b] = [new Member('a', { graceMs: 1_000 }), new Member('b')];
  a.write('old', '1').write('kept', '2');
  exchange(a, b);
  a.write('old', undefined).until(3_000);
  expect(a.state.records.get('a')?.entries.has('old')).toBe(false);
  exchange(a, b);
  expect([b.valueOf('a', 'old'), b.valueOf('a', 'kept')]).toEqual([undefined, '2']);
  expect(b.state.records.get('a')?.version).toBe(a.state.records.get('a')?.version);
});

test('who hears of it from one that forgot, forgets all and learns anew as well', () => {
  const [a, b, c] = [new Member('a', { graceMs: 1_000 }), new Member('b'), new Member('c')];
  a.write('old', '1').write('kept', '2');
  exchange(a, c);
  a.write('old', undefined).until(3_000);
  exchange(a, b);
  exchange(b, c);
  expect([c.valueOf('a', 'old'), c.valueOf('a', 'kept')]).toEqual([undefined, '2']);
  expect(c.state.records.get('a')?.version).toBe(a.state.records.get('a')?.version);
});

test('a member that is learnt anew comes whole, beside others only if there is room', () => {
  const settings = { deltaMaxBytes: 60, graceMs: 1_000 };
  const makeOf = (id: string) => {
    const member = new Member(id, settings);
    for (const key of ['k1', 'k2', 'k3']) member.write(key, '0123456789');
    return member.write('old', '1').write('old', undefined).until(3_000);
  };
  const [a, b, c] = [makeOf('a'), makeOf('b'), new Member('c')];
  const versionOf = (id: string) => c.state.records.get(id)?.version ?? 0;
  exchange(b, a);
  expect(a.valueOf('b', 'k3')).toBe('0123456789');
  expect(a.state.records.get('b')?.collectedVersion).toBe(5);
  exchange(a, c);
  expect([versionOf('a'), versionOf('b')]).toEqual([5, 0]);
  exchange(a, c);
  expect([versionOf('a'), versionOf('b')]).toEqual([5, 5]);
  expect(c.valueOf('b', 'k3')).toBe('0123456789');

  const narrow = new Member('a', { ...settings, deltaMaxBytes: 84 });
  for (const key of ['k1', 'k2', 'k3']) narrow.write(key, '0123456789');
  narrow.write('old', '1').write('old', undefined).until(3_000);
  exchange(b, narrow);
  const [reply] = narrow.receive('d', { kind: 'syn', digest: [] }).sent('syn_ack');
  expect(reply?.delta.map(({ id }) => id)).toEqual(['a']);
  const roomy = { ...narrow.state, settings: { ...narrow.state.settings, deltaMaxBytes: 168 } };
  expect(deltaFor(roomy, []).map(({ id }) => id)).toEqual(['a', 'b']);
  const short = { ...roomy, settings: { ...roomy.settings, deltaMaxBytes: 167 } };
  expect(deltaFor(short, []).map(({ id }) => id)).toEqual(['a']);
});

test('a message has no part for which there is no room', () => {
  const a = new Member('a', { deltaMaxBytes: 27 }).write('k1', '0123456789');
  const syn = { kind: 'syn', digest: [] } as const;
  const deltas = () => a.receive('b', syn).sent('syn_ack');
  expect(deltas().map(({ delta: parts }) => parts)).toEqual([[]]);
  const other = new Member('a', { deltaMaxBytes: 28 }).write('k1', '0123456789');
  const [reply] = other.receive('b', syn).sent('syn_ack');
  expect(reply?.delta).toMatchObject([{ id: 'a', version: 1 }]);
});

test('G1: nobody writes in the key space of another that is listening', () => {
  const a = new Member('a').write('load', '1');
  a.receive('b', { kind: 'ack', delta: [delta('a', ['load', '9', 99])] });
  expect(a.valueOf('a', 'load')).toBe('1');
});

test('an accusation is believed, refuted by its object, and then gone', () => {
  const [a, b] = [new Member('a'), new Member('b')];
  exchange(a, b);
  for (const member of [a, b]) {
    member.receive('c', { kind: 'ack', delta: [delta('c', ['suspect/b', '0', 1])] });
  }
  expect([a.status('b'), a.state.localHealth]).toEqual(['suspect', 0]);
  expect([incarnationOf(b.state.records.get('b')), b.state.localHealth]).toEqual([1, 1]);
  exchange(a, b);
  expect(a.status('b')).toBe('alive');
});

test('an accusation taken back frees those who believed it', () => {
  const a = new Member('a').tell({ kind: 'seeds', seeds: ['b', 'c'] });
  a.receive('c', { kind: 'ack', delta: [delta('c', ['suspect/b', '0', 1])] });
  expect(a.status('b')).toBe('suspect');
  const entries = [{ key: 'suspect/b', value: undefined, version: 2 }];
  a.receive('c', { kind: 'ack', delta: [{ ...delta('c', ['', '', 2]), entries }] });
  expect(a.status('b')).toBe('alive');
});

test('an accusation of an earlier incarnation, and one that is no number, is not heard', () => {
  const [a, b] = [new Member('a'), new Member('b')];
  for (const accused of ['0', '1']) {
    b.receive('c', {
      kind: 'ack',
      delta: [delta('c', ['suspect/b', accused, 1 + Number(accused)])],
    });
  }
  expect(incarnationOf(b.state.records.get('b'))).toBe(2);
  b.receive('d', { kind: 'ack', delta: [delta('d', ['suspect/b', '1', 1])] });
  b.receive('d', { kind: 'ack', delta: [delta('d', ['suspect/b', 'x', 2])] });
  expect(incarnationOf(b.state.records.get('b'))).toBe(2);
  expect(b.state.localHealth).toBe(2);
  exchange(a, b);
  for (const [version, accused] of ['0', '1', '1.5', 'x'].entries()) {
    a.receive('c', { kind: 'ack', delta: [delta('c', ['suspect/b', accused, 10 + version])] });
    expect(a.status('b')).toBe('alive');
  }
  a.receive('c', { kind: 'ack', delta: [delta('c', ['suspect/b', '2', 20])] });
  expect(a.status('b')).toBe('suspect');
});

test('an unreachable member is forgotten when the grace is over, and not before', () => {
  const a = new Member('a', { graceMs: 50_000, phiThreshold: 1e9, probeIntervalMs: 1e9 });
  a.tell({ kind: 'seeds', seeds: ['b'] });
  a.receive('c', { kind: 'ack', delta: [delta('c', ['suspect/b', '0', 1])] });
  a.until(23_900);
  expect(a.status('b')).toBe('suspect');
  a.until(24_000);
  expect(a.status('b')).toBe('unreachable');
  a.tell({ kind: 'seeds', seeds: [] }).until(73_900);
  expect(a.status('b')).toBe('unreachable');
  a.until(74_000);
  expect(a.status('b')).toBeUndefined();
  expect(a.effects).toContainEqual({ kind: 'forgotten', id: 'b' });
});

test('a silent member is probed, probed through another, and suspected', () => {
  const a = new Member('a').tell({ kind: 'seeds', seeds: ['b'] }).until(100);
  const [ping] = a.sent('ping');
  expect(a.until(1_100).status('b')).toBe('alive');
  expect(a.until(2_100).status('b')).toBe('suspect');
  expect(ping).toEqual({ kind: 'ping', seq: 1 });
});

test('a member that was paused blames nobody for that time, and trusts itself less', () => {
  const a = new Member('a').tell({ kind: 'seeds', seeds: ['b'] }).until(1_000);
  expect(a.state.localHealth).toBe(0);
  const { lagToleranceMs } = a.state.settings;
  a.tell({ kind: 'tick', nowMs: 1_000 + lagToleranceMs });
  expect(a.state.localHealth).toBe(0);
  const before = a.state.nowMs;
  a.tell({ kind: 'tick', nowMs: before + lagToleranceMs + 1 });
  expect(a.state.localHealth).toBe(1);
  expect(a.status('b')).toBe('alive');
});

test('a member in bad health itself waits longer before it blames', () => {
  const a = new Member('a').tell({ kind: 'seeds', seeds: ['b'] });
  a.receive('c', { kind: 'ack', delta: [delta('c', ['suspect/a', '0', 1])] });
  expect(a.state.localHealth).toBe(1);
  a.until(2_100);
  const suspicions = (): MembershipEffect[] => a.effects.filter(({ kind }) => kind === 'status');
  expect(suspicions()).toEqual([]);
  a.until(4_100);
  expect(suspicions()).toHaveLength(1);
});

test('a helper passes an answer on, and says so when there is none', () => {
  const helper = new Member('h').receive('a', { kind: 'ping_request', seq: 7, target: 'b' });
  const [{ seq }] = helper.sent('ping');
  expect(helper.receive('b', { kind: 'ping_ack', seq }).effects).toEqual([
    { kind: 'send', to: 'a', message: { kind: 'ping_ack', seq: 7 } },
  ]);
  helper.receive('a', { kind: 'ping_request', seq: 8, target: 'b' });
  expect(helper.until(700).sent('ping_nack')).toEqual([]);
  expect(helper.until(900).sent('ping_nack')).toEqual([{ kind: 'ping_nack', seq: 8 }]);
});

test('suspicion ends sooner the more accuse', () => {
  const after = (accusers: string[]): number => {
    const a = new Member('a', { phiThreshold: 1e9, probeIntervalMs: 1e9 });
    a.tell({ kind: 'seeds', seeds: ['b', ...accusers] });
    for (const id of accusers) {
      a.receive(id, { kind: 'ack', delta: [delta(id, ['suspect/b', '0', 1])] });
    }
    while (a.status('b') !== 'unreachable') a.until(a.state.nowMs + 100);
    return a.state.nowMs;
  };
  // Four seconds when three others confirm it, six times as long when nobody does.
  const times = [['c'], ['c', 'd'], ['c', 'd', 'e', 'f'], ['c', 'd', 'e', 'f', 'g']].map(after);
  expect(times).toEqual([24_000, 14_000, 4_000, 4_000]);
});

test('accusations of an earlier incarnation confirm nothing', () => {
  const a = new Member('a', { phiThreshold: 1e9, probeIntervalMs: 1e9 });
  a.receive('b', { kind: 'ack', delta: [delta('b', ['incarnation', '1', 1])] });
  for (const [id, accused] of [['d', '0'] as const, ['e', '0'] as const, ['c', '1'] as const]) {
    a.receive(id, { kind: 'ack', delta: [delta(id, ['suspect/b', accused, 1])] });
  }
  a.until(23_900);
  expect(a.status('b')).toBe('suspect');
  a.until(24_000);
  expect(a.status('b')).toBe('unreachable');
});

test.each([
  [['b'], 0, 0],
  [['b', 'c'], 0, 1],
  [['b', 'c'], 1, 0],
])(
  'of %j one is silent and %d helpers say so: the node itself is worse by %d',
  (seeds, nacks, by) => {
    const a = new Member('a', { phiThreshold: 1e9 }).tell({ kind: 'seeds', seeds }).until(100);
    const [ping] = a.sent('ping');
    a.until(1_100);
    for (let at = 0; at < nacks; at++) a.receive('c', { kind: 'ping_nack', seq: ping?.seq ?? -1 });
    a.until(2_000);
    expect(a.state.localHealth).toBe(0);
    a.until(2_100);
    expect(a.state.localHealth).toBe(by);
  },
);

test('an answer to a probe makes the node better by one, and frees the member', () => {
  const a = new Member('a');
  for (const [at, accused] of ['0', '1', '2'].entries()) {
    a.receive('c', { kind: 'ack', delta: [delta('c', ['suspect/a', accused, at + 1])] });
  }
  a.receive('d', { kind: 'ack', delta: [delta('d', ['suspect/c', '0', 1])] });
  expect([a.state.localHealth, a.status('c')]).toEqual([3, 'suspect']);
  const answered: number[] = [];
  for (let turn = 0; turn < 5 && a.status('c') !== 'alive'; turn++) {
    a.until(a.state.nowMs + 4_000);
    for (const { seq } of a.sent('ping')) {
      a.receive('c', { kind: 'ping_ack', seq });
    }
    answered.push(a.state.localHealth);
  }
  expect(answered[0]).toBe(2);
  expect(a.status('c')).toBe('alive');
});

test('a ping is answered', () => {
  const a = new Member('a').receive('b', { kind: 'ping', seq: 9 });
  expect(a.effects).toEqual([{ kind: 'send', to: 'b', message: { kind: 'ping_ack', seq: 9 } }]);
});

test('a round of gossip goes to some live members, and to one that seems gone', () => {
  const settings = { fanout: 2, seedProbability: 0, phiThreshold: 1e9, probeIntervalMs: 1e9 };
  const a = new Member('a', settings).tell({ kind: 'seeds', seeds: ['b', 'c', 'x', 'y', 'z'] });
  const accusations = ['x', 'y', 'z'].map((id): [string, string, number] => [
    `suspect/${id}`,
    '0',
    1,
  ]);
  a.receive('b', { kind: 'ack', delta: [delta('b', ...accusations)] });
  a.until(30_000);
  expect(['x', 'y', 'z', 'b', 'c'].map((id) => a.status(id))).toEqual([
    ...['unreachable', 'unreachable', 'unreachable'],
    ...['alive', 'alive'],
  ]);
  a.until(31_000);
  const to = a.effects.flatMap((effect) =>
    effect.kind === 'send' && effect.message.kind === 'syn' ? [effect.to] : [],
  );
  expect(to.filter((id) => 'bc'.includes(id)).sort()).toEqual(['b', 'c']);
  expect(to.filter((id) => 'xyz'.includes(id))).toHaveLength(1);
});

test('a dead member is forgotten after the grace, and not brought back by those who remember it a little longer', () => {
  const settings = { graceMs: 100_000 };
  const [a, b] = [new Member('a', settings), new Member('b', settings)];
  for (const member of [a, b]) member.tell({ kind: 'seeds', seeds: ['dead', 'a', 'b'] });
  for (let at = 1_000; at <= 300_000; at += 1_000) {
    a.until(at);
    if (at > 20_000) b.until(at - 20_000);
    exchange(a, b);
    exchange(b, a);
  }
  expect(a.state.records.has('dead')).toBe(false);
  a.tell({ kind: 'seeds', seeds: [] });
  expect(a.state.health.has('dead')).toBe(false);
});

test('G1: whatever is whispered, only accusations change what a member says of itself', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const whole = fc.integer({ min: -1, max: 50 });
  const key = fc.constantFrom('load', 'incarnation', 'suspect/b', 'suspect/c', '__proto__');
  const value = fc.option(fc.string(), { nil: undefined });
  const entries = fc.array(fc.record({ key, value, version: whole }));
  const part = fc.record({
    id,
    isReset: fc.boolean(),
    collectedVersion: whole,
    version: whole,
    entries,
  });
  const digest = fc.array(fc.record({ id, heartbeat: whole, version: whole }));
  const message: fc.Arbitrary<GossipMessage> = fc.oneof(
    fc.record({ kind: fc.constant('syn' as const), digest }),
    fc.record({ kind: fc.constant('syn_ack' as const), digest, delta: fc.array(part) }),
    fc.record({ kind: fc.constant('ack' as const), delta: fc.array(part) }),
    fc.record({ kind: fc.constant('ping_ack' as const), seq: whole }),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), (messages) => {
      const a = new Member('a').write('load', '1');
      const before = a.state.records.get('a');
      for (const one of messages) a.receive('b', one);
      expect(a.state.records.get('a')).toEqual(before);
    }),
  );
});
