import fc from 'fast-check';
import { isQuorum } from './published_state.js';
import { reconfigure } from './reconfiguration.js';

const change = (
  current: string,
  live: string,
  options: { leader?: string; excluded?: string; autoShrink?: boolean } = {},
): string =>
  reconfigure({
    current: [...current],
    leader: options.leader ?? live.charAt(0),
    live: new Set(live),
    excluded: new Set(options.excluded ?? ''),
    autoShrink: options.autoShrink ?? true,
  }).join('');

test.each([
  ['a', 'ab', 'a', 'an even node more does not vote'],
  ['ab', 'ab', 'a', 'of two the leader votes alone, and the other may fail'],
  ['a', 'abc', 'abc', 'a third one does'],
  ['abc', 'ab', 'abc', 'not below three by itself'],
  ['abcde', 'abcd', 'abc', 'five shrink to three when one is lost'],
  ['abcde', 'acde', 'acd', 'live ones are kept'],
  ['abc', 'abd', 'abd', 'a live node takes the place of a lost one'],
  ['abc', 'abcd', 'abc', 'present voters are kept'],
])('%s with %s alive becomes %s: %s', (current, live, expected) => {
  expect(change(current, live)).toBe(expected);
});

test('without auto-shrink it only grows', () => {
  expect(change('abcde', 'abc', { autoShrink: false })).toBe('abcde');
  expect(change('abc', 'abcde', { autoShrink: false })).toBe('abcde');
});

test('an excluded node does not vote, even if fewer than three are left', () => {
  expect(change('abc', 'abc', { excluded: 'c' })).toBe('a');
  expect(change('abc', 'abc', { excluded: 'a', leader: 'a' })).toBe('b');
  expect(change('abc', 'abcd', { excluded: 'a', leader: 'a' })).toBe('bcd');
});

test('the leader votes rather than another', () => {
  expect(change('abc', 'abcdef', { leader: 'f' })).toBe('abcdf');
});

test('what it proposes has a live majority, or is what there was', () => {
  const nodes = fc.subarray([...'abcdefg']);
  fc.assert(
    fc.property(nodes, nodes, nodes, fc.boolean(), (current, live, excluded, autoShrink) => {
      fc.pre(live.length > 0 && current.length > 0);
      const input = { current, leader: live[0], autoShrink };
      const next = reconfigure({ ...input, live: new Set(live), excluded: new Set(excluded) });
      if (next === current) return;
      expect(isQuorum(next, new Set(live))).toBe(true);
      expect(next.filter((node) => excluded.includes(node))).toEqual([]);
      expect(next.length % 2 === 1 || next.length <= current.length).toBe(true);
    }),
  );
});
