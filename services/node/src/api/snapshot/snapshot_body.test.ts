import { readFlag } from './snapshot_body.js';

test.each([
  [{ a: 2n ** 63n }, '{a=9223372036854775808}'],
  [[1, true], '[1, true]'],
  [5, '5'],
  [null, 'null'],
])('a flag that is %p is refused in the words of OpenSearch', (value, shown) => {
  expect(() => readFlag({ partial: value }, 'partial', false)).toThrow(
    expect.objectContaining({
      reason: 'Could not convert [partial] to boolean',
      cause: expect.objectContaining({
        reason: `Failed to parse value [${shown}] as only [true] or [false] are allowed.`,
      }),
    }),
  );
});
