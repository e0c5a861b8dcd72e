/** The matches of the linear engine, and of a pattern with alternatives that are boundaries. */
import type { Matcher, RE2JS } from 're2js';
import { type Boundary, isBoundary } from './boundaries.js';

/** Start and end of each group, the whole match first; -1 for a group that took no part. */
export interface UserMatch {
  readonly start: number;
  readonly end: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function matchOf(matcher: Matcher): UserMatch {
  const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => i);
  const starts = groups.map((group) => matcher.start(group));
  const ends = groups.map((group) => matcher.end(group));
  return { start: starts[0] ?? 0, end: ends[0] ?? 0, starts, ends };
}

/** Every match, from left to right. */
export function* matchesOf(engine: RE2JS, text: string): Generator<UserMatch> {
  const matcher = engine.matcher(text);
  while (matcher.find()) yield matchOf(matcher);
}

/** Finds the first match from a position on. Positions ascend from call to call. */
class Search {
  #matcher: Matcher | undefined;
  #next: UserMatch | undefined;

  constructor(engine: RE2JS | undefined, text: string) {
    this.#matcher = engine?.matcher(text);
  }

  from(at: number): UserMatch | undefined {
    if (this.#next !== undefined && this.#next.start >= at) return this.#next;
    const isFound = this.#matcher?.find(at) === true;
    if (!isFound) this.#matcher = undefined;
    this.#next = this.#matcher && matchOf(this.#matcher);
    return this.#next;
  }
}

/** A pattern of alternatives, of which some are boundaries. */
export interface Alternation {
  readonly boundaries: readonly Boundary[];
  /** The other alternatives, if there are any. */
  readonly engine: RE2JS | undefined;
  /** The other alternatives that come before the given one. */
  readonly engineBefore: (rank: number) => RE2JS | undefined;
}

/**
 * Every match, from left to right. As in Java, the first alternative that matches at a position
 * counts, and a match without characters is followed by one that begins behind the next character.
 */
export function* matchesWithBoundaries(
  { boundaries, engine, engineBefore }: Alternation,
  text: string,
): Generator<UserMatch> {
  const search = new Search(engine, text);
  const earlier = new Map<number, Search>();
  const searchBefore = (rank: number): Search => {
    const known = earlier.get(rank) ?? new Search(engineBefore(rank), text);
    earlier.set(rank, known);
    return known;
  };
  const groups = engine?.groupCount() ?? 0;
  const characters = [...text];
  let from = 0;
  let offset = 0;
  for (const [at, character] of [...characters, ''].entries()) {
    if (offset >= from) {
      const next = search.from(offset);
      const found = next?.start === offset ? next : undefined;
      const rank = boundaries.find((one) => isBoundary(characters, at, one))?.rank;
      const isFirst =
        rank !== undefined &&
        (found === undefined || searchBefore(rank).from(offset)?.start !== offset);
      const match = isFirst ? placeAt(offset, groups) : found;
      if (match !== undefined) {
        yield match;
        from = Math.max(match.end, offset + Math.max(1, character.length));
      }
    }
    offset += character.length;
  }
}

function placeAt(at: number, groups: number): UserMatch {
  const none = Array.from({ length: groups }, () => -1);
  return { start: at, end: at, starts: [at, ...none], ends: [at, ...none] };
}
