/**
 * An automaton for many patterns over the names of members; `*` matches any run of characters. A
 * path continues from its parent's state, so a member costs the characters of its name, whatever
 * the number of patterns. States are created on demand and forgotten when there are too many; a
 * state that a caller holds stays valid.
 */
import { checkWanted } from '@skein/base';
import { ApiError } from '@skein/errors';

/** Limit of the characters of one filter's patterns together. */
const MAX_CHARACTERS = 1_000_000;
/** Limit of the places in all cached states together. */
const MAX_KNOWN_PLACES = 1_000_000;

/** Signs in the place of a character. */
const STAR = -1;
const END = -2;

const DOT = 0x2e;

export interface PathState {
  /** Positions in the patterns, ascending. */
  readonly places: readonly number[];
  /** True if some pattern ends here. */
  readonly accepts: boolean;
  readonly next: Map<number, PathState>;
}

const DEAD: PathState = { places: [], accepts: false, next: new Map() };

export class PathAutomaton {
  /** All patterns, one character or sign per position. */
  readonly #signs: Int32Array;
  /** Start of the pattern that each position belongs to. */
  readonly #starts: Int32Array;
  readonly #first: readonly number[];
  readonly #known = new Map<string, PathState>();
  #knownPlaces = 0;
  #root: PathState = DEAD;

  constructor(patterns: readonly string[]) {
    const given = [...new Set(patterns)];
    const length = given.reduce((sum, pattern) => sum + pattern.length, 0);
    if (length > MAX_CHARACTERS) throw tooLong(length);
    this.#signs = new Int32Array(length + given.length);
    this.#starts = new Int32Array(this.#signs.length);
    const first: number[] = [];
    let at = 0;
    for (const pattern of given) {
      const start = at;
      first.push(start);
      for (let i = 0; i < pattern.length; i++) {
        this.#signs[at++] = pattern[i] === '*' ? STAR : pattern.charCodeAt(i);
      }
      this.#signs[at++] = END;
      this.#starts.fill(start, start, at);
    }
    this.#first = first;
  }

  /** The state before the first member's name. */
  get root(): PathState {
    if (this.#root === DEAD) this.#root = this.#stateOf(this.#first);
    return this.#root;
  }

  /** The state after a member's name. */
  named(from: PathState, name: string): PathState {
    let state = from;
    for (let i = 0; i < name.length && state !== DEAD; i++) {
      state = this.#step(state, name.charCodeAt(i));
    }
    return state;
  }

  /**
   * True if a pattern ends before a dot in a member's name: as in OpenSearch, `a` names `a.b` too.
   */
  endsWithin(from: PathState, name: string): boolean {
    let at = 0;
    let state = from;
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      state = this.named(state, name.slice(at, dot));
      if (state.accepts) return true;
      at = dot;
    }
    return false;
  }

  /** The state before the names below a member. */
  below(member: PathState): PathState {
    return this.#step(member, DOT);
  }

  #step(from: PathState, code: number): PathState {
    const known = from.next.get(code);
    if (known !== undefined) return known;
    const reached: number[] = [];
    for (const place of from.places) {
      const sign = this.#signs[place];
      if (sign === STAR) reached.push(place);
      else if (sign === code) reached.push(place + 1);
    }
    const state = this.#stateOf(reached);
    from.next.set(code, state);
    return state;
  }

  /** The state of these positions and those reached from them by an empty `*`. */
  #stateOf(reached: readonly number[]): PathState {
    checkWanted();
    if (reached.length === 0) return DEAD;
    const places = this.#closed(reached);
    const key = places.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#knownPlaces + places.length > MAX_KNOWN_PLACES) this.#forget();
    this.#knownPlaces += places.length;
    const accepts = places.some((place) => this.#signs[place] === END);
    const state = { places, accepts, next: new Map<number, PathState>() };
    this.#known.set(key, state);
    return state;
  }

  /**
   * Drops, for each pattern, the positions before the last `*` reached: anything that could follow
   * them may follow the later one too.
   */
  #closed(reached: readonly number[]): readonly number[] {
    const all: number[] = [];
    for (const place of reached) {
      let at = place;
      for (; this.#signs[at] === STAR; at++) if (at > (all.at(-1) ?? -1)) all.push(at);
      if (at > (all.at(-1) ?? -1)) all.push(at);
    }
    const kept: number[] = [];
    let start = -1;
    let isPassed = false;
    for (const place of all.reverse()) {
      const ownStart = this.#starts[place] ?? 0;
      if (ownStart !== start) {
        start = ownStart;
        isPassed = false;
      }
      if (isPassed) continue;
      kept.push(place);
      isPassed = this.#signs[place] === STAR;
    }
    return kept.reverse();
  }

  #forget(): void {
    this.#known.clear();
    this.#knownPlaces = 0;
    this.#root = DEAD;
  }
}

/** True if some pattern can still match. */
export function isAlive({ places }: PathState): boolean {
  return places.length > 0;
}

function tooLong(length: number): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `the patterns of [_source] have [${length}] characters, more than the limit of [${MAX_CHARACTERS}]`,
  );
}
