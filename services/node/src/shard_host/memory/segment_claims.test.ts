import { SegmentClaims } from './segment_claims.js';

const never = () => undefined;

function threads(segments: number) {
  const memory = SegmentClaims.memory(segments);
  return [new SegmentClaims(memory, 1), new SegmentClaims(memory, 2)] as const;
}

test('a segment is for one thread, which may ask again', () => {
  const [one, other] = threads(3);
  expect(one.takes(0)).toBe(true);
  expect(one.takes(0)).toBe(true);
  expect(other.takes(0)).toBe(false);
  expect(other.takesAny()).toBe(true);
  expect([one.takes(1), one.takes(2)]).toEqual([false, true]);
});

test('who comes when all are taken has nothing to do, and is not waited for', () => {
  const [one, late] = threads(2);
  expect([one.takes(0), one.takes(1)]).toEqual([true, true]);
  expect(late.takesAny()).toBe(false);
  late.lost();
  expect(one.awaitOthers(never)).toBe('answered');
});

test('threads with segments are waited for until they have answered, or are gone', () => {
  const [one, other] = threads(2);
  other.takes(1);
  one.takes(0);
  let looks = 0;
  const answers = () => {
    looks++;
    if (looks === 2) other.done();
  };
  expect(one.awaitOthers(answers)).toBe('answered');
  expect(looks).toBe(2);

  const [left, gone] = threads(2);
  gone.takes(1);
  gone.lost();
  expect(left.awaitOthers(never)).toBe('lost');
});

test('waiting ends with what the check throws', () => {
  const [one, other] = threads(1);
  other.takes(0);
  const cancelled = () => {
    throw new Error('cancelled');
  };
  expect(() => one.awaitOthers(cancelled)).toThrow('cancelled');
});

test('nothing is taken of a search that has ended', () => {
  const [one, late] = threads(2);
  one.takes(0);
  one.end();
  expect(late.isEnded).toBe(true);
  expect(late.takesAny()).toBe(false);
});
