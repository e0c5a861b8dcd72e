/**
 * Makes assertions that hold cheap. Each call of Jest's `expect` makes some 400 functions and an
 * error with a stack trace before it compares anything, which is most of the CPU time of property
 * tests that check every element. Here the commonest matchers compare first, by Jest's own rules.
 * An assertion that does not hold goes to Jest's `expect`, which fails and says why, and so do all
 * other matchers.
 */

const jestExpect = expect;
type Equals = jest.MatcherUtils['equals'];

const { equals, iterableEquality } = jestComparisons();

class Expectation {
  readonly actual: unknown;

  constructor(actual: unknown) {
    this.actual = actual;
  }

  toBe(expected: unknown): void {
    if (Object.is(this.actual, expected)) count();
    else fail(() => jestExpect(this.actual).toBe(expected), this.toBe);
  }

  toEqual(expected: unknown): void {
    if (equals(this.actual, expected, [iterableEquality])) count();
    else fail(() => jestExpect(this.actual).toEqual(expected), this.toEqual);
  }

  toBeGreaterThan(limit: number): void {
    if (isNumber(this.actual) && isNumber(limit) && this.actual > limit) count();
    else fail(() => jestExpect(this.actual).toBeGreaterThan(limit), this.toBeGreaterThan);
  }

  toBeGreaterThanOrEqual(limit: number): void {
    if (isNumber(this.actual) && isNumber(limit) && this.actual >= limit) count();
    else
      fail(
        () => jestExpect(this.actual).toBeGreaterThanOrEqual(limit),
        this.toBeGreaterThanOrEqual,
      );
  }

  toBeLessThan(limit: number): void {
    if (isNumber(this.actual) && isNumber(limit) && this.actual < limit) count();
    else fail(() => jestExpect(this.actual).toBeLessThan(limit), this.toBeLessThan);
  }

  toBeLessThanOrEqual(limit: number): void {
    if (isNumber(this.actual) && isNumber(limit) && this.actual <= limit) count();
    else fail(() => jestExpect(this.actual).toBeLessThanOrEqual(limit), this.toBeLessThanOrEqual);
  }
}

for (const name of Object.keys(jestExpect(undefined))) {
  if (Object.hasOwn(Expectation.prototype, name)) continue;
  Object.defineProperty(Expectation.prototype, name, {
    get(this: Expectation) {
      return Reflect.get(jestExpect(this.actual), name);
    },
  });
}
const quickExpect = (actual: unknown) => new Expectation(actual);
Object.assign(globalThis, { expect: Object.assign(quickExpect, jestExpect) });

/** The functions with which Jest's `toEqual` compares. Jest shows them only to matchers. */
function jestComparisons(): { equals: Equals; iterableEquality: jest.EqualityTester } {
  const found: { equals?: Equals; iterableEquality?: jest.EqualityTester } = {};
  jestExpect.extend({
    toShowComparisons() {
      Object.assign(found, { equals: this.equals, iterableEquality: this.utils.iterableEquality });
      return { pass: true, message: () => '' };
    },
  });
  Reflect.get(jestExpect(undefined), 'toShowComparisons')();
  const { equals, iterableEquality } = found;
  if (!equals || !iterableEquality) throw new Error('Jest does not show how it compares');
  return { equals, iterableEquality };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Counts an assertion that holds, for `expect.hasAssertions()`. */
function count(): void {
  const { assertionCalls } = jestExpect.getState();
  jestExpect.setState({ assertionCalls: assertionCalls + 1 });
}

/** Runs an assertion that fails. The stack of its error begins where `matcher` was called. */
function fail(assertion: () => void, matcher: (expected: never) => void): void {
  try {
    assertion();
  } catch (failure) {
    if (failure instanceof Error) Error.captureStackTrace(failure, matcher);
    throw failure;
  }
}
