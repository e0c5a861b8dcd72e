import fc from 'fast-check';
import { DOCUMENT_REGISTER, type RegisterInput, type RegisterOutput } from './document_register.js';
import { checkLinearizable, type Operation } from './linearizability.js';

type RegisterOperation = Operation<RegisterInput, RegisterOutput>;

const WRITTEN: RegisterOutput = { op: 'written' };

function write(value: number, calledAt: number, answeredAt: number): RegisterOperation {
  return { input: { op: 'write', value }, output: WRITTEN, calledAt, answeredAt };
}

function read(value: number | undefined, calledAt: number, answeredAt: number): RegisterOperation {
  return { input: { op: 'read' }, output: { op: 'read', value }, calledAt, answeredAt };
}

function writeIf(
  [expected, value]: readonly [number | undefined, number],
  calledAt: number,
  answeredAt: number,
): RegisterOperation {
  return {
    input: { op: 'write_if', expected, value },
    output: WRITTEN,
    calledAt,
    answeredAt,
  };
}

const unknown = (operation: RegisterOperation): RegisterOperation => ({
  ...operation,
  output: undefined,
});

function isLinearizable(...history: RegisterOperation[]): boolean {
  return checkLinearizable(history, DOCUMENT_REGISTER).linearizable;
}

describe('one after another', () => {
  test('a read sees the last write', () => {
    expect(isLinearizable()).toBe(true);
    expect(isLinearizable(read(undefined, 0, 1), write(1, 2, 3), read(1, 4, 5))).toBe(true);
  });

  test('a lost write, a stale read, a read of what nobody wrote', () => {
    expect(isLinearizable(write(1, 0, 1), read(undefined, 2, 3))).toBe(false);
    expect(isLinearizable(write(1, 0, 1), write(2, 2, 3), read(1, 4, 5))).toBe(false);
    expect(isLinearizable(read(7, 0, 1))).toBe(false);
  });

  test('two that succeed on the same condition', () => {
    const [first, second] = [writeIf([1, 2], 2, 3), writeIf([1, 3], 4, 5)];
    expect(isLinearizable(write(1, 0, 1), first)).toBe(true);
    expect(isLinearizable(write(1, 0, 1), first, second)).toBe(false);
  });
});

describe('at the same time', () => {
  test('either order will do, but one for all who look', () => {
    const writes = [write(1, 0, 10), write(2, 0, 10)] as const;
    expect(isLinearizable(...writes, read(1, 11, 12))).toBe(true);
    expect(isLinearizable(...writes, read(2, 11, 12))).toBe(true);
    expect(isLinearizable(...writes, read(1, 11, 12), read(2, 13, 14))).toBe(false);
    expect(isLinearizable(...writes, read(1, 1, 2), read(2, 3, 4), read(2, 11, 12))).toBe(true);
    expect(isLinearizable(...writes, read(1, 1, 2), read(2, 3, 4), read(1, 11, 12))).toBe(false);
  });

  test('a dirty read that is taken back', () => {
    const slow = write(1, 0, 10);
    expect(isLinearizable(slow, read(1, 1, 2), read(undefined, 3, 4))).toBe(false);
    expect(isLinearizable(slow, read(undefined, 1, 2), read(1, 3, 4))).toBe(true);
  });
});

describe('without an answer', () => {
  test('it may have happened, later, or never', () => {
    const lost = unknown(write(1, 0, 1));
    expect(isLinearizable(lost)).toBe(true);
    expect(isLinearizable(lost, read(undefined, 2, 3))).toBe(true);
    expect(isLinearizable(lost, read(undefined, 2, 3), read(1, 50, 51))).toBe(true);
    expect(isLinearizable(lost, read(1, 2, 3), read(undefined, 4, 5))).toBe(false);
  });

  test('not before its call', () => {
    expect(isLinearizable(read(1, 0, 1), unknown(write(1, 2, 3)))).toBe(false);
  });

  test('a condition holds for it, too', () => {
    const lost = unknown(writeIf([1, 2], 2, 3));
    expect(isLinearizable(write(1, 0, 1), lost, read(2, 4, 5))).toBe(true);
    expect(isLinearizable(write(3, 0, 1), lost, read(2, 4, 5))).toBe(false);
  });
});

test('the verdict names those that cannot come next', () => {
  const stale = read(1, 4, 5);
  const verdict = checkLinearizable([write(1, 0, 1), write(2, 2, 3), stale], DOCUMENT_REGISTER);
  expect(verdict).toEqual({ linearizable: false, stuck: [stale] });
});

/**
 * Operations on a real register, each of which happens at one moment within its interval:
 * linearizable by construction.
 */
const truth = fc
  .array(
    fc.record({
      op: fc.constantFrom('read' as const, 'write' as const, 'write_if' as const),
      at: fc.integer({ min: 0, max: 60 }),
      before: fc.integer({ min: 0, max: 20 }),
      after: fc.integer({ min: 0, max: 20 }),
      isLost: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((plans) => {
    let value: number | undefined;
    const ordered = plans
      .map((plan, i) => ({ ...plan, at: plan.at + i / 1000 }))
      .sort((a, b) => a.at - b.at);
    return ordered.map(({ op, at, before, after, isLost }, i): RegisterOperation => {
      const times = [at - before, at + after] as const;
      if (op === 'read') return read(value, ...times);
      const made = op === 'write' ? write(i, ...times) : writeIf([value, i], ...times);
      value = i;
      return isLost ? unknown(made) : made;
    });
  });

test('what did happen in some order is found to', () => {
  fc.assert(
    fc.property(truth, (history) => {
      expect(isLinearizable(...history)).toBe(true);
    }),
  );
});

/** Tries every order, without any optimization. */
function bruteForce(
  left: readonly RegisterOperation[],
  state: number | undefined = undefined,
): boolean {
  if (left.every(({ output }) => output === undefined)) return true;
  return left.some((one) => {
    const rest = left.filter((other) => other !== one);
    const isTooLate = rest.some(
      ({ output, answeredAt }) => output !== undefined && answeredAt < one.calledAt,
    );
    if (isTooLate) return false;
    const after = DOCUMENT_REGISTER.step(state, one.input, one.output);
    return after !== undefined && bruteForce(rest, after.state);
  });
}

test('the verdict is that of trying every order', () => {
  const value = fc.constantFrom(undefined, 1, 2);
  const operation = fc
    .record({
      input: fc.oneof(
        fc.constant({ op: 'read' as const }),
        fc.record({ op: fc.constant('write' as const), value }),
        fc.record({ op: fc.constant('write_if' as const), expected: value, value }),
      ),
      seen: value,
      calledAt: fc.integer({ min: 0, max: 12 }),
      tookMs: fc.integer({ min: 0, max: 6 }),
      isLost: fc.boolean(),
    })
    .map(({ input, seen, calledAt, tookMs, isLost }): RegisterOperation => {
      const output: RegisterOutput = input.op === 'read' ? { op: 'read', value: seen } : WRITTEN;
      const answeredAt = calledAt + tookMs;
      return { input, output: isLost ? undefined : output, calledAt, answeredAt };
    });
  const verdicts = { yes: 0, no: 0 };
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 6 }), (history) => {
      const expected = bruteForce(history);
      if (expected) verdicts.yes++;
      else verdicts.no++;
      expect(isLinearizable(...history)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
  // Both verdicts must occur, otherwise nothing was compared.
  expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(100);
});

test('long histories of few clients are checked quickly enough', () => {
  const history: RegisterOperation[] = [];
  for (let i = 0; i < 2_000; i++) {
    const value = i === 0 ? undefined : i - 1;
    history.push(writeIf([value, i], 10 * i, 10 * i + 5));
    history.push(read(i, 10 * i + 2, 10 * i + 8));
    if (i % 100 === 0) history.push(unknown(writeIf([-1, -2 - i], 10 * i, 10 * i)));
  }
  expect(isLinearizable(...history)).toBe(true);
});
