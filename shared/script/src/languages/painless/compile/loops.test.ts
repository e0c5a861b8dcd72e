/** Expected are the results and errors of OpenSearch 2.19. */
import { runScript, scriptFailure } from '../testing/test_script.js';

test.each([
  ['int f(int x) { for (;;) { if (x == 3) return 4; x++; } } return f(0)', 4],
  ['int f(int x) { for (int i = 0;; i++) { if (i == 3) return 4; } } return f(0)', 4],
  [
    'int f(int x) { if (x == 0) { for (;;) { x++; if (x == 3) return 4; } } else return 1; } f(0)',
    4,
  ],
  ['int x = 0; for (;;) { x++; if (x == 3) break; } return x', 3],
])('%s: only a break ends a loop without a test', (source, expected) => {
  expect(runScript(source)).toBe(expected);
});

test.each([
  ['for (;;) { if (params.n == null) return 1; } return 2', 'invalid block: unreachable statement'],
  ['for (; true;); return 1', 'no paths escape from for loop'],
  ['for (; true;) {} return 1', 'no paths escape from for loop'],
  ['while (true) {} return 1', 'no paths escape from while loop'],
  [
    'int f(int a) { for (;;) { if (a > 0) break; a++; } } return f(0)',
    'invalid function definition: not all paths provide a return value for function [f] with [1] parameters',
  ],
])('%s is refused', (source, reason) => {
  expect(scriptFailure(source).cause).toMatchObject({ reason });
});
