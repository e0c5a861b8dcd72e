import { minimumShouldMatch } from './minimum_should_match.js';

test.each([
  ['3', 5, 3],
  ['-2', 5, 3],
  ['-9', 5, 0],
  ['75%', 5, 3],
  ['-25%', 5, 4],
  ['2<-1 5<80%', 2, 2],
  ['2<-1 5<80%', 4, 3],
  ['2<-1 5<80%', 10, 8],
  ['3 < 90%', 3, 3],
  ['7', 5, 7],
])('%s of %d', (spec, count, expected) => {
  expect(minimumShouldMatch(spec, count)).toBe(expected);
});

test.each(['x', '', '1.5', '50%%'])('refuses %p', (spec) => {
  expect(() => minimumShouldMatch(spec, 3)).toThrow('For input string');
});
