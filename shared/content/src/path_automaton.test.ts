import { simpleMatch } from '@skein/base';
import fc from 'fast-check';
import { filterSource } from './filter_source.js';
import { isAlive, PathAutomaton } from './path_automaton.js';

function walk(automaton: PathAutomaton, names: readonly string[]) {
  let parent = automaton.root;
  let member = parent;
  for (const [i, name] of names.entries()) {
    if (i > 0) parent = automaton.below(member);
    member = automaton.named(parent, name);
  }
  return { accepts: member.accepts, goesOn: isAlive(automaton.below(member)) };
}

/** A reference implementation that matches one pattern after the other. */
function oneByOne(patterns: readonly string[], names: readonly string[]) {
  const path = names.join('.');
  const beginning = `${path}.`;
  return {
    accepts: patterns.some((pattern) => simpleMatch(pattern, path)),
    goesOn: patterns.some((pattern) => {
      const fixed = pattern.split('*')[0] ?? '';
      if (fixed.length < pattern.length && beginning.startsWith(fixed)) return true;
      return fixed.startsWith(beginning);
    }),
  };
}

const letters = fc.constantFrom('a', 'b', '.');
const pattern = fc.string({
  unit: fc.constantFrom('a', 'b', '.', '*'),
  minLength: 1,
  maxLength: 7,
});
const names = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

test('many patterns at once say what each says', () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 6 }), fc.array(names), (patterns, paths) => {
      const automaton = new PathAutomaton(patterns);
      for (const path of paths) expect(walk(automaton, path)).toEqual(oneByOne(patterns, path));
    }),
    { numRuns: 2000 },
  );
});

test('what is forgotten is found again', () => {
  const patterns = Array.from({ length: 1500 }, (_, i) => `*x${i}*y`);
  const automaton = new PathAutomaton(patterns);
  for (let i = 0; i < 200; i++) {
    const path = [`x${i}`, `name${i}`, i % 2 === 0 ? 'endy' : 'end'];
    expect(walk(automaton, path)).toEqual(oneByOne(patterns, path));
  }
});

test('states are forgotten when there are many, and not before', () => {
  const text = Array.from({ length: 1200 }, (_, i) => 'abcd'[(i * i) % 4]).join('');
  const automaton = new PathAutomaton([
    `*${text}`,
    ...Array.from({ length: 500 }, (_, i) => `*x${i}`),
  ]);
  const { root } = automaton;
  automaton.named(root, text.slice(0, 500));
  expect(automaton.root).toBe(root);
  automaton.named(root, text);
  expect(automaton.root).not.toBe(root);
  expect(automaton.root).toMatchObject({ places: root.places, accepts: false });
});

test('patterns of too many characters are refused', () => {
  expect(() => filterSource(new Uint8Array(), ['*a'.repeat(500_001)], [])).toThrow(
    'the patterns of [_source] have [1000002] characters, more than the limit of [1000000]',
  );
});
