import { replacing } from '../replaced_characters.js';

/**
 * Rules that cut endings; light stemmers mostly consist of them. Rules are tried in order, and the
 * first that fits applies. They are found by the last character of the word.
 */
export type EndingRow = readonly [
  /** The rule needs a word of more characters than this. */
  above: number,
  /** Endings, separated by spaces. */
  endings: string,
  /**
   * The replacement of the ending, empty by default; a function returns the whole word from the
   * part before the ending.
   */
  put?: string | ((stem: string) => string),
  /** True when the rule applies to the part before the ending. */
  fits?: (stem: string) => boolean,
];

interface Rule {
  readonly above: number;
  readonly ending: string;
  readonly put: string | ((stem: string) => string);
  readonly fits: ((stem: string) => boolean) | undefined;
}

interface EndingRules {
  /** The word after the first rule that fits; `undefined` when none does. */
  first(word: string): string | undefined;
  /** The word after the first rule that fits, or the word as it is. */
  cut(word: string): string;
}

export function endingRules(rows: readonly EndingRow[]): EndingRules {
  const byLast = new Map<string, Rule[]>();
  for (const [above, endings, put = '', fits] of rows) {
    for (const ending of endings.split(' ')) {
      const last = ending.charAt(ending.length - 1);
      const rules = byLast.get(last) ?? [];
      rules.push({ above, ending, put, fits });
      byLast.set(last, rules);
    }
  }
  const first = (word: string) => firstOf(byLast.get(word.charAt(word.length - 1)), word);
  return { first, cut: (word) => first(word) ?? word };
}

function firstOf(rules: readonly Rule[] | undefined, word: string): string | undefined {
  if (rules === undefined) return undefined;
  for (const { above, ending, put, fits } of rules) {
    if (word.length <= above || !word.endsWith(ending)) continue;
    const stem = word.slice(0, word.length - ending.length);
    if (fits !== undefined && !fits(stem)) continue;
    return typeof put === 'string' ? stem + put : put(stem);
  }
  return undefined;
}

/** A set of words, given separated by spaces. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

export function endsWithAny(endings: string): (word: string) => boolean {
  const list = endings.split(' ');
  return (word) => list.some((ending) => word.endsWith(ending));
}

/** Replaces characters one for one: `from[i]` becomes `to[i]`. */
export function folding(from: string, to: string): (word: string) => string {
  return replacing(new Map([...from].map((character, i) => [character, to[i] ?? character])));
}
