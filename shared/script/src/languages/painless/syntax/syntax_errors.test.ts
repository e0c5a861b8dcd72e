/** Messages of the lexer and the parser, as of OpenSearch. */
import { scriptFailure } from '../testing/test_script.js';

test.each([
  ["return 'it''s'", "unexpected token [''s''] was expecting one of [{<EOF>, ';'}]."],
  ['return 5 "a"', `unexpected token ['"a"'] was expecting one of [{<EOF>, ';'}].`],
  [
    String.raw`return 5 'a\\b'`,
    String.raw`unexpected token [''a\\b''] was expecting one of [{<EOF>, ';'}].`,
  ],
  ['1..2', 'unexpected character [.].'],
  ['a.+b', 'unexpected character [+].'],
  ["a.'b'", "unexpected character [']."],
  ['int f(int a,) { return 1; } f(1)', "invalid sequence of tokens near [')']."],
  ['int f(,) { return 1; } f()', "unexpected token [','] was expecting one of [')']."],
  ['try { int x = 1; } return 1', "unexpected token ['return'] was expecting one of ['catch']."],
  ['try {} finally {}', "unexpected token ['finally'] was expecting one of ['catch']."],
])('%s', (source, reason) => {
  expect(scriptFailure(source).cause).toMatchObject({ reason });
});
