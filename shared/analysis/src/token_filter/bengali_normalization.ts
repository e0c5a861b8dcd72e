import { normalization } from './normalization.js';

const HASANTA = '\u09cd';
const CHARACTERS: Readonly<Record<string, string>> = {
  '\u09c0': '\u09bf',
  '\u09c2': '\u09c1',
  '\u0999': '\u0982',
  '\u09b6': '\u09b8',
  '\u09b7': '\u09b8',
  '\u09a3': '\u09a8',
  '\u09dc': '\u09b0',
  '\u09dd': '\u09b0',
  '\u09ce': '\u09a4',
};

/**
 * `bengali_normalization`: unifies spellings of one sound after N. UzZaman and M. Khan, A double
 * metaphone encoding for Bangla (2004).
 */
export const BENGALI_NORMALIZATION = normalization('bengali_normalization', normalized, {
  sparesKeywords: true,
});

function normalized(term: string): string {
  const letters = [...term.replaceAll('\u0981', '')];
  for (let at = 0; at < letters.length; at++) at = normalize(letters, at);
  return letters.join('');
}

/** Changes the letter at a place, and returns the last place that is done. */
function normalize(letters: string[], at: number): number {
  const letter = letters[at];
  const plain = CHARACTERS[letter];
  if (plain !== undefined) letters[at] = plain;
  else if (letter === '\u0995') return khio(letters, at);
  else if (letter === '\u09af') return jaPhala(letters, at);
  else if (letter === '\u09ac') return baPhala(letters, at);
  else if (letter === '\u0983') visarga(letters, at);
  return at;
}

function khio(letters: string[], at: number): number {
  if (letters[at + 1] !== HASANTA || letters[at + 2] !== '\u09bf') return at;
  if (at === 0) letters.splice(at, 3, '\u0996');
  else letters.splice(at + 1, 2, '\u0996');
  return at;
}

function jaPhala(letters: string[], at: number): number {
  if (at < 1 || letters[at - 1] !== HASANTA) return at;
  if (at === 2) {
    letters.splice(at - 1, letters[at + 1] === '\u09be' ? 3 : 2, '\u09c7');
    return at - 1;
  }
  letters.splice(at - 1, 2);
  return at - 2;
}

function baPhala(letters: string[], at: number): number {
  if (at < 2 || letters[at - 1] !== HASANTA) return at;
  if (at === 2 || (at >= 5 && letters[at - 3] === HASANTA)) {
    letters.splice(at - 1, 2);
    return at - 2;
  }
  letters.splice(at - 1, 2, letters[at - 2]);
  return at - 1;
}

function visarga(letters: string[], at: number): void {
  const isLast = at === letters.length - 1;
  if (!isLast) letters[at] = letters[at + 1];
  else if (letters.length <= 3) letters[at] = '\u09b9';
  else letters.pop();
}
