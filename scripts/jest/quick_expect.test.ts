/** The `expect` of the suites fails where Jest's own fails, with its message. */

const HOLD: readonly (readonly [name: string, actual: unknown, expected: unknown])[] = [
  ['toBe', Number.NaN, Number.NaN],
  ['toEqual', { a: [1, new Set([2])] }, { a: [1, new Set([2])], b: undefined }],
  ['toEqual', { a: 1 }, { a: expect.any(Number) }],
  ['toBeGreaterThan', 2, 1],
  ['toBeGreaterThan', 2n, 1],
  ['toBeGreaterThanOrEqual', 1, 1],
  ['toBeLessThan', 1, 2],
  ['toBeLessThanOrEqual', 1, 1],
  ['toContain', [1], 1],
];

const FAIL: readonly (readonly [name: string, actual: unknown, expected: unknown])[] = [
  ['toBe', 0, -0],
  ['toBe', {}, {}],
  ['toEqual', [1, 2], [2, 1]],
  ['toEqual', new Map([[1, 2]]), new Map([[1, 3]])],
  ['toEqual', [undefined], [null]],
  ['toBeGreaterThan', 1, 1],
  ['toBeGreaterThan', '2', 1],
  ['toBeGreaterThan', Number.NaN, 1],
  ['toBeGreaterThanOrEqual', 0, 1],
  ['toBeLessThan', 1, 1],
  ['toBeLessThan', 1, '2'],
  ['toBeLessThanOrEqual', 2, 1],
  ['toContain', [1], 2],
];

function use(matchers: object, name: string, expected: unknown): void {
  Reflect.apply(Reflect.get(matchers, name), matchers, [expected]);
}

/** The error of the assertion, if it fails. */
function failure(matchers: object, name: string, expected: unknown): Error | undefined {
  try {
    use(matchers, name, expected);
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
    throw new Error(`not an error: ${thrown}`);
  }
  return undefined;
}

test.each(HOLD)('%s holds of %p and %p, and its contrary fails', (name, actual, expected) => {
  use(expect(actual), name, expected);
  expect(failure(expect(actual).not, name, expected)?.message).toContain(`not.${name}`);
});

test.each(FAIL)('%s fails of %p and %p, in the line of the test', (name, actual, expected) => {
  const failed = failure(expect(actual), name, expected);
  expect(failed?.message).toContain(name);
  expect(failed?.stack?.split('\n    at ')[1]).toMatch(/Reflect|quick_expect\.test\.ts/);
});

test('assertions that hold are counted', () => {
  const { assertionCalls: before } = expect.getState();
  expect(1).toBe(1);
  expect([1]).toEqual([1]);
  expect(2).toBeGreaterThan(1);
  expect(expect.getState().assertionCalls).toBe(before + 3);
});
