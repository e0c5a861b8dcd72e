/** The words and phrases found in a document, without overlaps, as in Lucene's FieldPhraseList. */
import { expectDefined } from '@skein/base';
import { endOf, type PhraseEnd, type PhraseNode, validEnd } from './phrase_map.js';
import type { PlacedTerm } from './placed_terms.js';

export interface Offsets {
  readonly start: number;
  readonly end: number;
}

export interface FoundPhrase {
  /** Several stretches if other words stand between those of the phrase. */
  readonly offsets: readonly Offsets[];
  readonly boost: number;
  readonly number: number;
}

export function startOf({ offsets }: Pick<FoundPhrase, 'offsets'>): number {
  return expectDefined(offsets[0], 'a phrase has words').start;
}

export function endOfPhrase({ offsets }: Pick<FoundPhrase, 'offsets'>): number {
  return expectDefined(offsets.at(-1), 'a phrase has words').end;
}

/** Finds at most `limit` phrases, the first ones of the text. */
export function findPhrases(
  places: readonly PlacedTerm[],
  root: PhraseNode | undefined,
  limit: number,
): readonly FoundPhrase[] {
  const phrases = new PhraseList();
  const { found } = phrases;
  if (root === undefined) return found;
  let at = 0;
  while (at < places.length && found.length < limit) {
    const first = matchAt(places[at], root);
    if (first === undefined) {
      at++;
      continue;
    }
    at += longestPhrase(places, { at, first, root }, phrases);
  }
  return found;
}

interface Match {
  readonly term: PlacedTerm;
  readonly node: PhraseNode;
}

/** The first word at the place that continues the phrase. */
function matchAt(place: PlacedTerm | undefined, node: PhraseNode): Match | undefined {
  for (const term of place?.beside ?? []) {
    const next = node.next.get(term.text);
    if (next !== undefined) return { term, node: next };
  }
  return undefined;
}

interface Begun {
  readonly at: number;
  readonly first: Match;
  readonly root: PhraseNode;
}

/** Adds the longest phrase found; returns the number of places that it takes, at least 1. */
function longestPhrase(
  places: readonly PlacedTerm[],
  { at, first, root }: Begun,
  phrases: PhraseList,
): number {
  const words = [first.term];
  let { node } = first;
  for (let next = matchAt(places[at + 1], node); next !== undefined; ) {
    words.push(next.term);
    node = next.node;
    next = matchAt(places[at + words.length], node);
  }
  let ending = validEnd(node, words);
  while (ending === undefined && words.length > 1) {
    words.pop();
    ending = endOf(root, words);
  }
  if (ending !== undefined) phrases.add(words, ending);
  return words.length;
}

class PhraseList {
  readonly found: FoundPhrase[] = [];
  /** For each phrase, the greatest end of it and those before it. */
  readonly #ends: number[] = [];

  /**
   * Adds a phrase. One that overlaps an earlier phrase is dropped, but its boost is added to the
   * earlier one.
   */
  add(words: readonly PlacedTerm[], { boost, number }: PhraseEnd): void {
    const { found } = this;
    const phrase = { offsets: offsetsOf(words), boost, number };
    let over = this.#firstNear(startOf(phrase));
    let before = found[over];
    while (before !== undefined && !isOver(before, phrase)) before = found[++over];
    if (before === undefined) {
      found.push(phrase);
      this.#ends.push(Math.max(this.#ends.at(-1) ?? 0, endOfPhrase(phrase)));
    } else found[over] = { ...before, boost: Math.fround(before.boost + boost) };
  }

  /** The first phrase that a phrase with this start may overlap: those before it end earlier. */
  #firstNear(start: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isOver(a: FoundPhrase, b: FoundPhrase): boolean {
  const [start, end] = [startOf(a), endOfPhrase(a)];
  const [otherStart, otherEnd] = [startOf(b), endOfPhrase(b)];
  if (start <= otherStart && otherStart < end) return true;
  if (start < otherEnd && otherEnd <= end) return true;
  if (otherStart <= start && start < otherEnd) return true;
  return otherStart < end && end <= otherEnd;
}

/** The stretches of the words; neighbouring words form one. */
function offsetsOf(words: readonly PlacedTerm[]): readonly Offsets[] {
  const offsets: Offsets[] = [];
  let position = Number.NaN;
  for (const word of words) {
    const last = offsets.at(-1);
    if (last !== undefined && word.position - position === 1) {
      offsets[offsets.length - 1] = { start: last.start, end: word.end };
    } else offsets.push({ start: word.start, end: word.end });
    position = word.position;
  }
  return offsets;
}

type PhraseGroup = [FoundPhrase, ...FoundPhrase[]];

/** Merges the phrases of several fields of the same text; phrases that touch become one. */
export function mergePhrases(lists: readonly (readonly FoundPhrase[])[]): readonly FoundPhrase[] {
  const sorted = lists.flat().sort(compare);
  const merged: FoundPhrase[] = [];
  let group: PhraseGroup | undefined;
  let end = -1;
  for (const phrase of sorted) {
    if (group !== undefined && startOf(phrase) <= end) group.push(phrase);
    else {
      if (group !== undefined) merged.push(joined(group));
      group = [phrase];
      end = -1;
    }
    end = Math.max(end, endOfPhrase(phrase));
  }
  if (group !== undefined) merged.push(joined(group));
  return merged;
}

function compare(a: FoundPhrase, b: FoundPhrase): number {
  return startOf(a) - startOf(b) || endOfPhrase(a) - endOfPhrase(b) || a.boost - b.boost;
}

function joined(group: PhraseGroup): FoundPhrase {
  const [first] = group;
  if (group.length === 1) return first;
  const sorted = group
    .flatMap(({ offsets }) => offsets)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const offsets: Offsets[] = [];
  for (const each of sorted) {
    const last = offsets.at(-1);
    if (last !== undefined && each.start <= last.end) {
      offsets[offsets.length - 1] = { start: last.start, end: Math.max(last.end, each.end) };
    } else offsets.push(each);
  }
  const boost = group.reduce((sum, phrase) => Math.fround(sum + phrase.boost), 0);
  return { offsets, boost, number: first.number };
}
