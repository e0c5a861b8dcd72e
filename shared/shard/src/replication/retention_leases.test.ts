/** Tests how long a primary keeps operations that its copies may lack. */
import { RetentionLeases } from './retention_leases.js';

const PERIOD_MS = 1000;

function setUp() {
  let passedMs = 0;
  const leases = new RetentionLeases({
    nowMs: () => 5000 + passedMs,
    monotonicMs: () => 70_000 + passedMs,
  });
  const pass = (ms: number) => {
    passedMs += ms;
  };
  return { leases, pass };
}

const nodes = (...ids: readonly string[]) => new Set(ids);

test('what was inherited is kept until every copy that is there was heard', () => {
  const { leases } = setUp();
  leases.inherit(7);
  leases.renew('a', 19);
  leases.keepOnly(nodes('a', 'b'));
  expect(leases.fromSeqNo).toBe(7);
  leases.renew('b', 29);
  leases.keepOnly(nodes('a', 'b'));
  expect(leases.fromSeqNo).toBe(20);
  expect(leases.list()).toEqual([
    { id: 'peer_recovery/a', retainingSeqNo: 20, timestampMs: 5000 },
    { id: 'peer_recovery/b', retainingSeqNo: 30, timestampMs: 5000 },
  ]);
});

test('a copy that is gone is kept for until all are there again, or for a time', () => {
  const { leases, pass } = setUp();
  leases.renew('gone', 3);
  leases.renew('there', 9);
  pass(PERIOD_MS);
  leases.renew('there', 12);
  leases.expire(nodes('there'), PERIOD_MS);
  expect(leases.fromSeqNo).toBe(4);
  pass(1);
  leases.expire(nodes('there'), PERIOD_MS);
  expect(leases.fromSeqNo).toBe(13);
  leases.renew('gone', 5);
  leases.keepOnly(nodes('there', 'third'));
  expect(leases.fromSeqNo).toBe(13);
});

test('a copy that is there is kept for however long it says nothing', () => {
  const { leases, pass } = setUp();
  leases.renew('there', 3);
  pass(10 * PERIOD_MS);
  leases.expire(nodes('there'), PERIOD_MS);
  expect(leases.fromSeqNo).toBe(4);
});

test('what was inherited ends with time, too; nothing kept is nothing wanted', () => {
  const { leases, pass } = setUp();
  leases.inherit(Number.POSITIVE_INFINITY);
  expect(leases.list()).toEqual([]);
  leases.inherit(2);
  expect(leases.list()).toMatchObject([{ id: 'inherited', retainingSeqNo: 2 }]);
  const { version } = leases;
  pass(PERIOD_MS + 1);
  leases.expire(nodes(), PERIOD_MS);
  expect(leases.fromSeqNo).toBe(Number.POSITIVE_INFINITY);
  expect(leases.version).toBeGreaterThan(version);
});
