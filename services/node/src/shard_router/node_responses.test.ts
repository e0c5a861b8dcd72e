import { NodeResponses } from './node_responses.js';

function setUp() {
  let nowMs = 0;
  const responses = new NodeResponses({ nowMs: () => 0, monotonicMs: () => nowMs });
  const answer = (nodeId: string, tookMs: number, load = { serviceMs: tookMs, queue: 0 }) => {
    const pending = responses.start(nodeId);
    nowMs += tookMs;
    pending.answered(load);
  };
  const best = (...nodeIds: string[]) =>
    [...nodeIds].sort((a, b) => responses.rank(a, 3) - responses.rank(b, 3))[0];
  return { responses, answer, best, pass: (ms: number) => (nowMs += ms) };
}

test('a node nobody has asked yet is asked first, but not by everybody at once', () => {
  const { responses, answer, best } = setUp();
  answer('known', 5);
  expect(best('known', 'new')).toBe('new');
  const pending = responses.start('new');
  expect(best('known', 'new')).toBe('known');
  pending.failed();
  expect(best('known', 'new')).toBe('new');
});

test('the quicker node, the one with the shorter queue, the nearer one', () => {
  const { answer, best } = setUp();
  answer('slow', 50);
  answer('quick', 5);
  expect(best('slow', 'quick')).toBe('quick');
  answer('queued', 5, { serviceMs: 5, queue: 4 });
  expect(best('queued', 'quick')).toBe('quick');
  answer('far', 20, { serviceMs: 5, queue: 0 });
  expect(best('far', 'quick')).toBe('quick');
});

test('calls under way count as those of every node that asks', () => {
  const { responses, answer, best } = setUp();
  answer('a', 10);
  answer('b', 15);
  expect(best('a', 'b')).toBe('a');
  responses.start('a');
  expect(best('a', 'b')).toBe('b');
});

test('averages follow what is new; what is old is forgotten', () => {
  const { responses, answer, best, pass } = setUp();
  answer('a', 100);
  answer('b', 40);
  expect(best('a', 'b')).toBe('b');
  for (let i = 0; i < 10; i++) answer('a', 1);
  expect(best('a', 'b')).toBe('a');
  pass(10_001);
  expect(responses.rank('a', 3)).toBe(-1);
  answer('b', 1);
  responses.forget('b');
  expect(responses.rank('b', 3)).toBe(-1);
});
