/** Fuzziness, as OpenSearch 2.19 reads it. */
import { refusal } from '../testing/refusals.js';
import { editsOf, givenFuzziness } from './fuzziness.js';

test.each([
  ['AUTO', '\u{1F600}\u{1F601}', 0],
  ['AUTO', '\u{1F600}'.repeat(3), 1],
  ['AUTO', '\u{1F600}'.repeat(6), 2],
  ['auto:1,2', 'a', 1],
  ['AUTO:\u0661,\u0662', 'a', 1],
  ['1.5', 'word', 1],
  ['2f', 'word', 2],
  ['9', 'word', 2],
])('%s of %s: %d edits', (text, word, edits) => {
  expect(editsOf(givenFuzziness(text), word)).toBe(edits);
});

test.each([
  ['Infinity', 'Invalid fuzziness value: Infinity'],
  ['1e39', 'Invalid fuzziness value: 1e39'],
  ['-1', 'Invalid fuzziness value: -1'],
  ['AUTO:,', 'failed to find low and high distance values'],
  ['AUTO:1,', 'failed to find low and high distance values'],
  [
    'AUTO:1,99999999999',
    'failed to parse [AUTO:1,99999999999] as a "auto:int,int" / For input string: "99999999999"',
  ],
  ['auto:a,b', 'failed to parse [auto:a,b] as a "auto:int,int" / For input string: "a"'],
])('%s is refused: %s', (text, reason) => {
  expect(refusal(() => givenFuzziness(text))).toBe(reason);
});
