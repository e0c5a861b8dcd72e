/** Results of Java's `split` for empty matches between characters. */
import { compileJavaPattern } from './java_pattern.js';
import { splitAll, splitOnce } from './java_split.js';
import { RegexRunner } from './regex_runner.js';

test('what matches nothing parts characters, and none in its middle', () => {
  const regexes = new RegexRunner(1000);
  const options = { regexes, preserveTrailing: false };
  expect(splitAll('𠮷a😀', compileJavaPattern(''), options)).toEqual(['𠮷', 'a', '😀']);
  expect(splitAll('a😀', compileJavaPattern('x*'), options)).toEqual(['a', '😀']);
  expect(splitOnce('😀b', compileJavaPattern(''), regexes)).toEqual(['😀', 'b']);
});
