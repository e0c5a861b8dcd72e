/**
 * Similarities of two words, from 0 to 1, in float arithmetic as in Lucene: the scores are compared
 * with each other and shown.
 */

type StringDistance = (word: string, other: string) => number;

const DISTANCE_NAMES = [
  'internal',
  'damerau_levenshtein',
  'levenshtein',
  'jaro_winkler',
  'ngram',
] as const;
export type DistanceName = (typeof DISTANCE_NAMES)[number];

export function isDistance(name: string): name is DistanceName {
  return DISTANCE_NAMES.some((known) => known === name);
}

const f = Math.fround;

/**
 * The distance of a name; `undefined` for `internal`, whose similarity comes from the automaton
 * that finds candidates.
 */
export function stringDistance(name: DistanceName): StringDistance | undefined {
  return DISTANCES[name];
}

/**
 * The number of edits of code points, including swaps of neighbours, for each character of the
 * shorter word.
 */
const damerauLevenshtein: StringDistance = (word, other) => {
  const [a, b] = [codePoints(word), codePoints(other)];
  const shorter = Math.min(a.length, b.length);
  if (shorter === 0) return Math.max(a.length, b.length);
  return f(1 - f(edits(a, b, true) / shorter));
};

/** The number of edits of UTF-16 units for each unit of the longer word. */
const levenshtein: StringDistance = (word, other) => {
  if (word.length === 0 || other.length === 0) return word.length === other.length ? 1 : 0;
  const count = edits(codeUnits(word), codeUnits(other), false);
  return f(1 - f(count / Math.max(word.length, other.length)));
};

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function codeUnits(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function edits(a: readonly number[], b: readonly number[], swaps: boolean): number {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const cell = (at: number): number => table[at] ?? 0;
  for (let i = 0; i <= a.length; i++) table[i * width] = i;
  for (let j = 0; j <= b.length; j++) table[j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const at = i * width + j;
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(cell(at - width) + 1, cell(at - 1) + 1, cell(at - width - 1) + cost);
      if (swaps && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, cell(at - 2 * width - 2) + cost);
      }
      table[at] = least;
    }
  }
  return cell(a.length * width + b.length);
}

/** Below this similarity a common prefix adds nothing. */
const WINKLER_THRESHOLD = f(0.7);

const jaroWinkler: StringDistance = (word, other) => {
  const { matches, transpositions, prefix, longest } = jaroMatches(word, other);
  if (matches === 0) return 0;
  const shares = f(
    f(f(matches / word.length) + f(matches / other.length)) +
      f((matches - transpositions) / matches),
  );
  const jaro = f(shares / 3);
  if (jaro < WINKLER_THRESHOLD) return jaro;
  const weight = Math.min(f(0.1), f(1 / longest));
  return f(jaro + f(f(weight * prefix) * f(1 - jaro)));
};

interface JaroMatches {
  readonly matches: number;
  readonly transpositions: number;
  /** The number of UTF-16 units in the common prefix. */
  readonly prefix: number;
  readonly longest: number;
}

function jaroMatches(word: string, other: string): JaroMatches {
  const [long, short] = word.length > other.length ? [word, other] : [other, word];
  const reach = Math.max(Math.floor(long.length / 2) - 1, 0);
  const taken = new Uint8Array(long.length);
  let ofShort = '';
  for (let i = 0; i < short.length; i++) {
    const end = Math.min(i + reach + 1, long.length);
    for (let k = Math.max(i - reach, 0); k < end; k++) {
      if (taken[k] === 1 || short[i] !== long[k]) continue;
      taken[k] = 1;
      ofShort += short[i];
      break;
    }
  }
  let place = 0;
  let moved = 0;
  for (let k = 0; k < long.length; k++) {
    if (taken[k] === 1 && ofShort[place++] !== long[k]) moved++;
  }
  let prefix = 0;
  while (prefix < short.length && word[prefix] === other[prefix]) prefix++;
  const transpositions = Math.floor(moved / 2);
  return { matches: ofShort.length, transpositions, prefix, longest: long.length };
}

/**
 * Kondrak, "N-gram similarity and distance", 2005: edits of pairs of units; an empty unit is put
 * before each word.
 */
const ngram: StringDistance = (word, other) => {
  const [m, n] = [word.length, other.length];
  if (m === 0 || n === 0) return m === n ? 1 : 0;
  if (m < 2 || n < 2) return f(sameUnits(word, other) / Math.max(m, n));
  let before = Float32Array.from({ length: m + 1 }, (_, i) => i);
  let here = new Float32Array(m + 1);
  for (let j = 1; j <= n; j++) {
    let cost = j;
    here[0] = cost;
    for (let i = 1; i <= m; i++) {
      const replaced = f((before[i - 1] ?? 0) + pairCost(word, i, { other, j }));
      cost = Math.min(f(cost + 1), f((before[i] ?? 0) + 1), replaced);
      here[i] = cost;
    }
    [before, here] = [here, before];
  }
  return f(1 - f((before[m] ?? 0) / Math.max(m, n)));
};

/** The share of two pairs that differs; the empty units before both words do not count. */
function pairCost(
  word: string,
  i: number,
  { other, j }: { readonly other: string; readonly j: number },
): number {
  const differs = word[i - 1] === other[j - 1] ? 0 : 1;
  if (i === 1 && j === 1) return differs;
  const beforeDiffers = word[i - 2] === other[j - 2] ? 0 : 1;
  return (differs + beforeDiffers) / 2;
}

function sameUnits(word: string, other: string): number {
  let same = 0;
  const shorter = Math.min(word.length, other.length);
  for (let i = 0; i < shorter; i++) if (word[i] === other[i]) same++;
  return same;
}

const DISTANCES: Readonly<Record<DistanceName, StringDistance | undefined>> = {
  internal: undefined,
  damerau_levenshtein: damerauLevenshtein,
  levenshtein,
  jaro_winkler: jaroWinkler,
  ngram,
};
