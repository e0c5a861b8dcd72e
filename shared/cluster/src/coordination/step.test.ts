/**
 * Tests of single steps: the inputs that each rule refuses and allows. The simulator tests whole
 * runs.
 */
import { type CoordinationState, type Peer, startCoordination } from './coordination_state.js';
import type { Effect, Input, Proposal } from './effects.js';
import type { Message } from './messages.js';
import { BLANK_STATE, type PublishedState } from './published_state.js';
import { step } from './step.js';

let chance = 0;
const random = { next: () => chance, bytes: (count: number) => new Uint8Array(count) };
const VOTERS = ['a', 'b', 'c'];

const peers = (...ids: string[]): Peer[] => ids.map((id) => ({ id, name: id }));

/** A node that is fed inputs and keeps its last effects. */
class Told {
  state: CoordinationState;
  effects: readonly Effect[] = [];

  constructor(
    id: string,
    accepted?: PublishedState,
    initialMasterNodes: readonly string[] = [],
    masterEligible = true,
  ) {
    const identity = { id, name: id, masterEligible, initialMasterNodes };
    const currentTerm = accepted?.term ?? 0;
    const persistent = { currentTerm, accepted: accepted ?? BLANK_STATE, clusterUuid: '' };
    this.state = startCoordination({ identity, nowMs: 0, persistent });
  }

  tell(input: Input): this {
    const next = step(this.state, input, random);
    this.state = next.state;
    this.effects = next.effects;
    return this;
  }

  receive(from: string, message: Message): this {
    return this.tell({ kind: 'message', from, message });
  }

  at(nowMs: number): this {
    return this.tell({ kind: 'tick', nowMs });
  }

  sent<K extends Message['kind']>(kind: K): (Extract<Message, { kind: K }> & { to: string })[] {
    return this.effects.flatMap((effect) =>
      effect.kind === 'send' && effect.message.kind === kind
        ? [{ ...(effect.message as Extract<Message, { kind: K }>), to: effect.to }]
        : [],
    );
  }

  kinds(): string[] {
    return this.effects.map(({ kind }) => kind);
  }
}

function stateOf(term: number, version: number, change: Partial<PublishedState> = {}) {
  const configs = { acceptedConfig: VOTERS, committedConfig: VOTERS };
  const hash = `${term}:${version}`;
  return {
    ...BLANK_STATE,
    term,
    version,
    hash,
    nodes: VOTERS,
    clusterUuid: 'u',
    ...configs,
    ...change,
  };
}

function proposal(change: Partial<Proposal> = {}): Proposal {
  const { acceptedConfig: config, committedConfig: _, ...rest } = stateOf(2, 2);
  return { ...rest, config, ...change };
}

const join = (term: number, acceptedTerm = 1, acceptedVersion = 1) =>
  ({ kind: 'join', term, acceptedTerm, acceptedVersion, clusterUuid: 'u' }) as const;

/** Node `a`, elected in term 2 on state 1:1. */
function leader(): Told {
  const node = new Told('a', stateOf(1, 1)).tell({ kind: 'peers', peers: peers('b', 'c') });
  node.receive('a', { kind: 'start_join', term: 2, candidate: 'a' });
  return node.receive('a', join(2)).receive('b', join(2));
}

/** The same leader after it has published 2:2, which `a` and `b` have acknowledged. */
function publisher(): Told {
  const node = leader().tell({ kind: 'propose', proposal: proposal() });
  const [publish] = node.sent('publish');
  node.receive('a', { kind: 'publish', state: publish.state });
  const ack = { kind: 'publish_ack', term: 2, version: 2 } as const;
  return node.receive('a', ack).receive('b', ack);
}

test('a vote leaves after its term is durable, once a term', () => {
  const node = new Told('a', stateOf(1, 1)).receive('b', {
    kind: 'start_join',
    term: 2,
    candidate: 'b',
  });
  const [persist, vote] = node.effects;
  expect(persist).toMatchObject({ kind: 'persist', state: { currentTerm: 2 } });
  expect(vote).toMatchObject({ kind: 'send', to: 'b', after: node.state.lastToken });
  expect(node.receive('c', { kind: 'start_join', term: 2, candidate: 'c' }).effects).toEqual([]);
});

test('two of three votes elect; a vote of a fresher node does not count', () => {
  const node = new Told('a', stateOf(1, 1));
  node.receive('a', { kind: 'start_join', term: 2, candidate: 'a' }).receive('a', join(2));
  expect(node.receive('b', join(2, 1, 2)).state.mode).toBe('candidate');
  expect(node.receive('c', join(2)).state.mode).toBe('leader');
});

test('votes from before a restart do not count', () => {
  const node = new Told('a', { ...stateOf(1, 1) });
  node.receive('a', join(1)).receive('b', join(1)).receive('c', join(1));
  expect(node.state.mode).toBe('candidate');
});

test('a publication is committed by two of three and applied in that order', () => {
  const node = publisher();
  expect(node.effects[0]).toMatchObject({ kind: 'committed', state: { version: 2 } });
  expect(node.sent('commit').map(({ to }) => to)).toEqual(['a', 'b']);
  node.receive('a', { kind: 'commit', term: 2, version: 2 });
  expect(node.kinds()).toContain('apply');
  expect(node.receive('a', { kind: 'commit', term: 2, version: 2 }).kinds()).not.toContain('apply');
});

test.each([
  ['of another term', { term: 3 }],
  ['the version does not increase', { version: 1 }],
  ['the new configuration has not voted for this master', { config: ['c'] }],
] as const)('a proposal is refused: %s', (reason, change) => {
  const { effects } = leader().tell({ kind: 'propose', proposal: proposal(change) });
  expect(effects).toMatchObject([{ kind: 'rejected', reason }]);
});

test('a proposal is refused while one is in flight, and by a node that is not master', () => {
  const node = leader().tell({ kind: 'propose', proposal: proposal() });
  node.tell({ kind: 'propose', proposal: proposal({ version: 3 }) });
  expect(node.effects).toMatchObject([{ kind: 'rejected', reason: 'a publication is in flight' }]);
  const other = new Told('b', stateOf(1, 1)).tell({ kind: 'propose', proposal: proposal() });
  expect(other.effects).toMatchObject([{ kind: 'rejected', reason: 'not the elected master' }]);
});

test('a configuration changes only after the last change is committed', () => {
  const unsettled = stateOf(1, 1, { committedConfig: ['a'] });
  const node = new Told('a', unsettled);
  node.receive('a', { kind: 'start_join', term: 2, candidate: 'a' });
  node.receive('a', join(2)).receive('b', join(2));
  node.tell({ kind: 'propose', proposal: proposal({ config: ['a', 'b'] }) });
  const reason = 'the last configuration change is not committed';
  expect(node.effects).toMatchObject([{ kind: 'rejected', reason }]);
});

test('a commit of another term is not applied', () => {
  const node = new Told('b', stateOf(2, 5));
  expect(node.receive('a', { kind: 'commit', term: 1, version: 5 }).effects).toEqual([]);
  expect(node.receive('a', { kind: 'commit', term: 2, version: 5 }).kinds()).toContain('apply');
});

test('an older version of the term is not accepted', () => {
  const node = new Told('b', stateOf(2, 5));
  node.receive('a', { kind: 'publish', state: stateOf(2, 4) });
  expect(node.state.persistent.accepted.version).toBe(5);
  expect(node.sent('publish_ack')).toEqual([]);
});

test('a pre-vote is refused while there is a leader, and for a state that is behind', () => {
  const ask = { kind: 'pre_vote', round: 1, term: 2, acceptedTerm: 2, acceptedVersion: 5 } as const;
  const node = new Told('b', stateOf(2, 5));
  expect(node.receive('c', ask).sent('pre_vote_reply')[0].granted).toBe(true);
  expect(node.receive('c', { ...ask, acceptedVersion: 4 }).sent('pre_vote_reply')[0].granted).toBe(
    false,
  );
  node.receive('a', { kind: 'publish', state: stateOf(2, 6) });
  const [reply] = node.receive('c', { ...ask, acceptedVersion: 6 }).sent('pre_vote_reply');
  expect(reply).toMatchObject({ granted: false, leader: 'a' });
});

test.each([
  ['whose vote is missing', [], 1],
  ['that has voted late', [join(2)], 0],
] as const)('a follower %s: %j makes the leader stand in %d later term', (_what, votes, later) => {
  const node = leader();
  for (const vote of votes) node.receive('c', vote);
  node.tell({ kind: 'propose', proposal: proposal() });
  node.receive('a', { kind: 'publish', state: stateOf(2, 2) });
  for (const from of VOTERS) node.receive(from, { kind: 'publish_ack', term: 2, version: 2 });
  node.receive('a', { kind: 'commit', term: 2, version: 2 });
  for (const from of ['a', 'b']) node.receive(from, { kind: 'applied', term: 2, version: 2 });
  // The publication must finish first, or the requests that wait for it would get no response.
  expect(node.at(100).sent('start_join')).toEqual([]);
  node.receive('c', { kind: 'applied', term: 2, version: 2 });
  const asked = node.at(200).sent('start_join');
  expect(new Set(asked.map(({ term }) => term))).toEqual(new Set(later === 0 ? [] : [2 + later]));
});

test('a leader that cannot commit stands down at the publish timeout', () => {
  const node = leader().tell({ kind: 'propose', proposal: proposal() });
  expect(node.at(29_999).state.mode).toBe('leader');
  node.at(30_000);
  expect(node.state.mode).toBe('candidate');
  expect(node.effects[0]).toMatchObject({ kind: 'publication_lost', version: 2 });
});

test('nacks that leave no majority end a leader at once', () => {
  const node = leader().tell({ kind: 'propose', proposal: proposal() });
  expect(node.receive('b', { kind: 'publish_nack', term: 3 }).state.mode).toBe('leader');
  expect(node.receive('c', { kind: 'publish_nack', term: 3 }).state.mode).toBe('candidate');
});

test('a leader ends at once when too few voters are left to commit what it publishes', () => {
  const node = leader().tell({ kind: 'propose', proposal: proposal() });
  expect(node.tell({ kind: 'disconnected', node: 'b' }).state.mode).toBe('leader');
  node.receive('b', { kind: 'publish_ack', term: 2, version: 2 });
  expect(node.tell({ kind: 'disconnected', node: 'c' }).state.mode).toBe('leader');
  const lonely = leader().tell({ kind: 'propose', proposal: proposal() });
  lonely.tell({ kind: 'disconnected', node: 'b' });
  expect(lonely.tell({ kind: 'disconnected', node: 'c' }).state.mode).toBe('candidate');
});

test('a leader does not publish what the members cannot commit', () => {
  const node = leader().tell({ kind: 'propose', proposal: { ...proposal(), nodes: ['a'] } });
  expect(node.state.mode).toBe('candidate');
  expect(node.sent('publish')).toEqual([]);
});

test('a member that does not apply is reported as lagging, one that does is not', () => {
  const node = publisher().receive('b', { kind: 'applied', term: 2, version: 2 });
  node
    .tell({ kind: 'applied', term: 2, version: 2 })
    .receive('a', { kind: 'applied', term: 2, version: 2 });
  node.at(90_000);
  const failed = node.effects.filter((effect) => effect.kind === 'node_failed');
  expect(failed).toEqual([{ kind: 'node_failed', node: 'c', reason: 'lagging' }]);
});

test('a check tells of an application whose report was lost', () => {
  const node = publisher().at(0);
  const checks = node.sent('follower_check');
  for (const { to, seq } of checks) {
    const reply = { kind: 'follower_check_reply', seq, term: 2, ok: true } as const;
    node.receive(to, { ...reply, appliedVersion: 2 });
  }
  node.receive('a', { kind: 'applied', term: 2, version: 2 });
  expect(node.effects).toEqual([{ kind: 'applied_everywhere', version: 2 }]);
});

test('applied everywhere is told once all members have applied', () => {
  const node = publisher();
  for (const from of ['a', 'b']) node.receive(from, { kind: 'applied', term: 2, version: 2 });
  expect(node.effects).toEqual([]);
  node.receive('c', { kind: 'applied', term: 2, version: 2 });
  expect(node.effects).toEqual([{ kind: 'applied_everywhere', version: 2 }]);
});

test('three unanswered checks report a member; an answer starts anew', () => {
  const node = leader().at(0);
  const [check] = node.sent('follower_check');
  expect(check).toMatchObject({ to: 'b', seq: 1 });
  const reply = { kind: 'follower_check_reply', term: 2, ok: true, appliedVersion: 0 } as const;
  node.receive('b', { ...reply, seq: 1 });
  const failed: string[] = [];
  for (const nowMs of [1_000, 10_000, 11_000, 20_000, 21_000, 30_000, 31_000]) {
    for (const effect of node.at(nowMs).effects) {
      if (effect.kind === 'node_failed') failed.push(`${effect.node} at ${nowMs}`);
    }
  }
  expect(failed).toEqual(['c at 30000', 'b at 31000']);
});

test('a follower whose leader is disconnected stands, asking first', () => {
  const node = new Told('b', stateOf(2, 5)).tell({ kind: 'peers', peers: peers('a', 'c') });
  node.receive('a', { kind: 'publish', state: stateOf(2, 6) });
  expect(node.tell({ kind: 'disconnected', node: 'a' }).state.mode).toBe('candidate');
  expect(node.at(1).sent('pre_vote')).toHaveLength(2);
  const granted = { kind: 'pre_vote_reply', round: 1, term: 2, granted: true } as const;
  node.receive('c', { ...granted, leader: undefined });
  expect(node.sent('start_join')).toMatchObject([{ term: 3 }, { term: 3 }, { term: 3, to: 'b' }]);
});

test('abdication asks everybody to vote for a voter with the last publication', () => {
  const node = publisher().tell({ kind: 'abdicate' });
  expect(node.sent('start_join')).toMatchObject(
    ['b', 'c', 'a'].map((to) => ({ to, term: 3, candidate: 'b' })),
  );
});

test.each([
  [0, 'b'],
  [0.49, 'b'],
  [0.5, 'c'],
  [0.99, 'c'],
])('of two heirs, chance %f means %s; one without the publication is none', (next, candidate) => {
  const node = publisher();
  const ack = { kind: 'publish_ack', term: 2, version: 2 } as const;
  node.receive('c', ack);
  chance = next;
  const heirs = node.tell({ kind: 'abdicate' }).sent('start_join');
  chance = 0;
  expect(new Set(heirs.map((sent) => sent.candidate))).toEqual(new Set([candidate]));
});

test('a publication of another cluster is not accepted', () => {
  const node = new Told('b', stateOf(2, 5)).receive('a', { kind: 'commit', term: 2, version: 5 });
  node.receive('x', { kind: 'publish', state: stateOf(9, 9, { clusterUuid: 'other' }) });
  expect(node.effects).toEqual([]);
  expect(node.state.persistent.currentTerm).toBe(2);
});

describe('a node without a vote', () => {
  const opened = () => new Told('d', stateOf(2, 5), [], false);
  const roles = (node: Told) =>
    node.effects.flatMap((effect) => (effect.kind === 'role' ? [effect.mode] : []));

  test('adopts a later term without a vote, and follows its leader', () => {
    const node = opened().receive('a', { kind: 'publish', state: stateOf(3, 6) });
    expect(node.sent('join')).toEqual([]);
    expect(node.state.persistent.currentTerm).toBe(3);
    expect(node.sent('publish_ack')).toMatchObject([{ to: 'a', term: 3, version: 6 }]);
    expect(roles(node)).toEqual(['follower']);
  });

  test('stays a follower while its leader publishes and checks in the same term', () => {
    const node = opened().receive('a', { kind: 'publish', state: stateOf(3, 6) });
    node.receive('a', { kind: 'publish', state: stateOf(3, 7) });
    expect([roles(node), node.state.persistent.accepted.version]).toEqual([[], 7]);
    node.receive('a', { kind: 'follower_check', seq: 1, term: 3 });
    expect(roles(node)).toEqual([]);
    expect(node.sent('follower_check_reply')).toMatchObject([{ ok: true, term: 3 }]);
  });

  test('leaves a leader of an earlier term', () => {
    const node = opened().receive('a', { kind: 'publish', state: stateOf(3, 6) });
    node.receive('b', { kind: 'follower_check', seq: 1, term: 4 });
    expect(roles(node)).toEqual(['candidate', 'follower']);
    expect(node.state).toMatchObject({ leader: 'b', persistent: { currentTerm: 4 } });
    node.receive('a', { kind: 'publish', state: stateOf(3, 7) });
    expect(node.sent('publish_nack')).toMatchObject([{ to: 'a', term: 4 }]);
  });

  test('never grants a vote, and does not stand', () => {
    const node = opened().tell({ kind: 'peers', peers: peers('a', 'b') });
    const ask = {
      kind: 'pre_vote',
      round: 1,
      term: 2,
      acceptedTerm: 2,
      acceptedVersion: 5,
    } as const;
    expect(node.receive('a', ask).sent('pre_vote_reply')).toMatchObject([{ granted: false }]);
    node.at(100_000);
    const granted = { kind: 'pre_vote_reply', term: 2, granted: true, leader: undefined } as const;
    for (const from of ['a', 'b']) node.receive(from, { ...granted, round: 1 });
    expect(node.sent('start_join')).toEqual([]);
  });
});

describe('a check of the leader', () => {
  const follower = () =>
    new Told('b', stateOf(2, 5)).receive('a', { kind: 'publish', state: stateOf(2, 6) });

  test('that is answered goes on, and one that is denied ends the following', () => {
    const node = follower().at(1_000);
    const [check] = node.sent('leader_check');
    expect(check).toMatchObject({ to: 'a', seq: 1, term: 2 });
    const reply = { kind: 'leader_check_reply', term: 2, seq: 1 } as const;
    node.receive('c', { ...reply, ok: false });
    node.receive('a', { ...reply, seq: 2, ok: false });
    expect(node.state.mode).toBe('follower');
    node.receive('a', { ...reply, ok: true });
    expect(node.at(1_999).sent('leader_check')).toEqual([]);
    expect(node.at(2_000).sent('leader_check')).toMatchObject([{ seq: 2 }]);
    node.receive('a', { ...reply, seq: 2, ok: false });
    expect(node.state.mode).toBe('candidate');
    expect(node.effects).toMatchObject([
      { kind: 'role', reason: 'a is not the leader of this node' },
    ]);
  });

  test('that is not answered three times ends the following', () => {
    const node = follower();
    for (const nowMs of [1_000, 11_000, 21_000]) {
      expect(node.at(nowMs).sent('leader_check')).toHaveLength(1);
    }
    expect(node.at(30_999).state.mode).toBe('follower');
    expect(node.at(31_000).state.mode).toBe('candidate');
    expect(node.effects[0]).toMatchObject({ kind: 'role', reason: 'leader a does not answer' });
  });

  test('is confirmed to members in the term of the leader alone', () => {
    const node = leader();
    const ok = (from: string, term: number) =>
      node.receive(from, { kind: 'leader_check', seq: 4, term }).sent('leader_check_reply')[0]?.ok;
    expect([ok('b', 2), ok('x', 2), ok('b', 1)]).toEqual([true, false, false]);
    expect(
      follower().receive('c', { kind: 'leader_check', seq: 4, term: 2 }).effects,
    ).toMatchObject([{ message: { ok: false, seq: 4 } }]);
  });
});

describe('an unhealthy node', () => {
  test('does not lead, does not stand and says so when it is checked', () => {
    const node = leader().tell({ kind: 'local_health', healthy: false });
    expect(node.state.mode).toBe('candidate');
    expect(node.effects).toMatchObject([{ kind: 'role', reason: 'unhealthy' }]);
    expect(node.at(100_000).sent('start_join')).toEqual([]);
    node.receive('b', { kind: 'follower_check', seq: 1, term: 2 });
    expect(node.sent('follower_check_reply')).toMatchObject([{ ok: false }]);
    expect(node.state.mode).toBe('candidate');
  });

  test('is reported by its leader', () => {
    const node = leader().at(0);
    const reply = { kind: 'follower_check_reply', seq: 1, ok: false, appliedVersion: 0 } as const;
    node.receive('b', { ...reply, term: 1 });
    expect(node.kinds()).not.toContain('node_failed');
    const again = leader()
      .at(0)
      .receive('b', { ...reply, term: 2 });
    expect(again.effects).toEqual([{ kind: 'node_failed', node: 'b', reason: 'unhealthy' }]);
  });
});

test('a disconnected member is reported by its leader, a stranger is not', () => {
  const node = leader();
  expect(node.tell({ kind: 'disconnected', node: 'x' }).effects).toEqual([]);
  expect(node.tell({ kind: 'disconnected', node: 'b' }).effects).toEqual([
    { kind: 'node_failed', node: 'b', reason: 'disconnected' },
  ]);
});

test('a failed disk stops the node for good', () => {
  const node = leader().tell({ kind: 'persist_failed', reason: 'EIO' });
  expect(node.effects).toEqual([{ kind: 'stop', reason: 'EIO' }]);
  expect(node.at(100_000).effects).toEqual([]);
});

describe('bootstrap', () => {
  const NAMES = ['a', 'b', 'c'];
  const configOf = (node: Told) => node.state.persistent.accepted.acceptedConfig;

  test.each([
    ['one of three known', NAMES, peers(), []],
    ['two of three known', NAMES, peers('b'), ['a', 'b', '{bootstrap-placeholder}-c']],
    ['all known', NAMES, peers('b', 'c', 'd'), NAMES],
    ['not listed', ['b', 'c'], peers('b', 'c'), []],
    ['no list', [], peers('b', 'c'), []],
    ['alone by intention', ['a'], peers(), ['a']],
    ['a name that two nodes bear', NAMES, [...peers('b', 'c'), { id: 'x', name: 'b' }], []],
    ['a stranger with its own name', NAMES, [...peers('b'), { id: 'x', name: 'a' }], []],
  ])('%s', (_, names, known, expected) => {
    const node = new Told('a', undefined, names).tell({ kind: 'peers', peers: known }).at(1);
    expect([...configOf(node)].sort()).toEqual([...expected].sort());
  });

  test('not where a state exists', () => {
    const node = new Told('a', stateOf(1, 1), ['a']).at(1);
    expect(configOf(node)).toEqual(VOTERS);
  });
});
