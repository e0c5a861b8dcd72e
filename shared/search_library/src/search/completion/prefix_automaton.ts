/**
 * Automata over bytes for the requested prefixes of keys. A key is found if it begins with an
 * accepted prefix, whatever follows.
 */
import { utf8Decode } from '@skein/bytes';
import { type ByteNode, DEAD, determinise } from '../../automaton/byte_automaton.js';
import { ByteTable, UNKNOWN } from '../../automaton/byte_table.js';
import { type CodePointAutomaton, follow } from '../../automaton/code_points.js';
import { levenshteinAutomaton } from '../../automaton/levenshtein.js';
import { type RegexpOptions, regexpAutomaton } from '../../automaton/regexp/regexp_automaton.js';
import { utf8Automaton } from '../../automaton/utf8_automaton.js';

/** State 0 is the start. */
export interface PrefixAutomaton {
  /** The state after `byte`, or `DEAD`. */
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
  /** The boost of a key beside its weight; `path[from … to)` is its shortest accepted prefix. */
  boost(path: Uint8Array, from: number, to: number): number;
}

type Walk = Pick<PrefixAutomaton, 'step' | 'accepts'>;

const noBoost = (): number => 0;

/** Accepts any of these prefixes exactly. */
export function exactPrefixes(prefixes: readonly Uint8Array[]): PrefixAutomaton {
  const [only, ...others] = prefixes;
  if (only === undefined) return { step: () => DEAD, accepts: () => false, boost: noBoost };
  if (others.length === 0) return exactPrefix(only);
  return { ...walkOf(unionOf(prefixes)), boost: noBoost };
}

function exactPrefix(prefix: Uint8Array): PrefixAutomaton {
  return {
    step: (state, byte) => (prefix[state] === byte ? state + 1 : DEAD),
    accepts: (state) => state === prefix.length,
    boost: noBoost,
  };
}

function walkOf(automaton: Walk): Walk {
  return {
    step: (state, byte) => automaton.step(state, byte),
    accepts: (state) => automaton.accepts(state),
  };
}

function unionOf(prefixes: readonly Uint8Array[]): Walk {
  const nodes: ByteNode[] = [];
  const starts = prefixes.map((prefix) => {
    const start = nodes.length;
    prefix.forEach((byte) => {
      const node = nodes.length + 1;
      nodes.push({ accepting: false, moves: [{ from: byte, to: byte, node }] });
    });
    nodes.push({ accepting: true, moves: [] });
    return start;
  });
  return determinise(nodes, starts, 'the beginnings of completions');
}

export interface FuzzyPrefixOptions {
  readonly maxEdits: number;
  readonly transpositions: boolean;
  /** This many leading characters must match exactly. */
  readonly prefixLength: number;
  /** Shorter prefixes must match exactly. */
  readonly minLength: number;
  /** True if edits and lengths count characters, not bytes. */
  readonly unicodeAware: boolean;
}

/**
 * Accepts any of these prefixes, or texts a few edits away. The boost is the number of leading
 * units that are the same.
 */
export function fuzzyPrefixes(
  prefixes: readonly Uint8Array[],
  options: FuzzyPrefixOptions,
): PrefixAutomaton {
  const units = prefixes.map((prefix) => unitsOf(prefix, options.unicodeAware));
  const automata = units.map((text) => fuzzyAutomaton(text, options));
  const boost = (path: Uint8Array, from: number, to: number): number => {
    let most = 0;
    for (const text of units) most = Math.max(most, sameUnits(text, path, { from, to }));
    return most;
  };
  const [only, ...others] = automata;
  if (only === undefined) return exactPrefixes([]);
  return { ...walkOf(others.length === 0 ? only : new Union(automata)), boost };
}

/** The bytes, or the characters, of a text. */
function unitsOf(bytes: Uint8Array, unicodeAware: boolean): readonly number[] {
  if (!unicodeAware) return Array.from(bytes);
  return Array.from(utf8Decode(bytes), (character) => character.codePointAt(0) ?? 0);
}

/** Like Lucene, this compares characters with bytes: beyond ASCII nothing is equal. */
function sameUnits(
  units: readonly number[],
  path: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const least = Math.min(units.length, to - from);
  let same = 0;
  while (same < least && units[same] === path[from + same]) same++;
  return same;
}

function fuzzyAutomaton(units: readonly number[], options: FuzzyPrefixOptions): Walk {
  const { prefixLength, minLength, transpositions, unicodeAware } = options;
  const isExact = units.length <= prefixLength || units.length < minLength;
  const maxEdits = isExact ? 0 : options.maxEdits;
  const automaton = levenshteinAutomaton(String.fromCodePoint(...units), {
    maxEdits,
    prefixLength,
    transpositions,
  });
  return unicodeAware ? utf8Automaton(automaton) : new BytesAsCharacters(automaton);
}

/** An automaton over characters whose input is bytes. */
class BytesAsCharacters implements Walk {
  readonly #table = new ByteTable();
  readonly #automaton: CodePointAutomaton;

  constructor(automaton: CodePointAutomaton) {
    this.#automaton = automaton;
    this.#table.addState();
  }

  step(state: number, byte: number): number {
    const table = this.#table;
    const at = (state << 8) | byte;
    if (table.moves[at] !== UNKNOWN) return table.moves[at];
    const next = follow(this.#automaton, state, byte);
    while (table.size <= next) table.addState();
    table.moves[at] = next;
    return next;
  }

  accepts(state: number): boolean {
    return this.#automaton.accepts(state);
  }
}

/** Accepts what any of several automata accepts. */
class Union implements Walk {
  readonly #automata: readonly Walk[];
  readonly #states: (readonly number[])[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(automata: readonly Walk[]) {
    this.#automata = automata;
    this.#numberOf(automata.map(() => 0));
  }

  step(state: number, byte: number): number {
    const places = this.#states[state];
    const next = places.map((place, i) =>
      place === DEAD ? DEAD : this.#automata[i].step(place, byte),
    );
    return next.every((place) => place === DEAD) ? DEAD : this.#numberOf(next);
  }

  accepts(state: number): boolean {
    return this.#states[state].some(
      (place, i) => place !== DEAD && this.#automata[i].accepts(place),
    );
  }

  #numberOf(places: readonly number[]): number {
    const key = places.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#states.push(places) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

/** Accepts matches of a regular expression. Throws when it is malformed or too complex. */
export function regexpPrefix(expression: string, options: RegexpOptions): PrefixAutomaton {
  if (expression === '') return exactPrefixes([]);
  return {
    ...walkOf(utf8Automaton(regexpAutomaton(expression, options))),
    boost: noBoost,
  };
}
