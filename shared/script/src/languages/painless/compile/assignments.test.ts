/** Expected are the results and errors of OpenSearch 2.19. */
import { runScript, scriptFailure } from '../testing/test_script.js';

test.each([
  ['boolean b = true; b &= false; return b', false],
  ['boolean b = false; b &= true; return b', false],
  ['boolean b = true; b &= true; return b', true],
  ['boolean b = false; b |= true; return b', true],
  ['boolean b = false; b |= false; return b', false],
  ['boolean b = true; b ^= true; return b', false],
  ['boolean[] a = new boolean[] {true}; int i = 0; a[i++] &= i == 0; return a[0]', false],
])('%s', (source, expected) => expect(runScript(source)).toBe(expected));

test.each([
  ['boolean b = true; b &= 1; return b', 'Cannot cast from [int] to [boolean].'],
  ["boolean b = true; b |= 'a'; return b", 'Cannot cast from [java.lang.String] to [boolean].'],
  ['int b = 1; b |= true; return b', 'Cannot cast from [int] to [boolean].'],
  [
    'return true & false',
    'cannot apply the bitwise and operator [&] to the types [boolean] and [boolean]',
  ],
  ['for (int i : [1, 2]) { i++ } return 1', 'Variable [i] is read-only.'],
  ['for (def i : [1]) { for (def k : [2]) { i = k } } return 1', 'Variable [i] is read-only.'],
])('%s is refused', (source, reason) => {
  expect(scriptFailure(source).cause).toMatchObject({ reason });
});

test('the members of the variable of a loop are not read-only', () => {
  expect(runScript('def l = [[:]]; for (def i : l) { i.x = 2 } return l[0].x')).toBe(2);
});
