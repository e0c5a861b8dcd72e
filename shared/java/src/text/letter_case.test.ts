import { foldCase } from './letter_case.js';

describe('foldCase', () => {
  it.each([
    ['Straße', 'STRAẞE'],
    ['İx', 'iX'],
    ['ı', 'I'],
    ['ᾀ', 'ᾈ'],
    ['𐐀', '𐐨'],
    ['ς', 'Σ'],
    ['K', 'K'],
  ])('%s and %s are the same', (a, b) => {
    expect(foldCase(a)).toBe(foldCase(b));
  });

  it.each([
    ['ß', 'ss'],
    ['ﬁ', 'fi'],
    ['ǰ', 'J̌'],
  ])('%s does not become two letters: %s', (a, b) => {
    expect(foldCase(a)).not.toBe(foldCase(b));
    expect(foldCase(a)).toHaveLength(a.length);
  });
});
