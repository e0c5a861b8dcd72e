/**
 * Chooses the stretches of text to show and the matches in them, as Lucene's SimpleFragListBuilder
 * and related classes do.
 */
import { firstWhere } from '@skein/base';
import { illegalArgument } from '@skein/errors';
import { endOfPhrase, type FoundPhrase, type Offsets, startOf } from './phrases.js';

export interface FragmentPlace {
  readonly start: number;
  readonly end: number;
  readonly phrases: readonly FoundPhrase[];
  /** The sum of the phrases' boosts, as float32. */
  readonly boost: number;
}

const DEFAULT_MARGIN = 6;
/** A fragment has at least this many margins' length. */
const MARGINS = 3;
const TO_THE_END = 2_147_483_647;

interface FragmentSize {
  readonly characters: number;
  /** Characters before the first match; -1 for the default. */
  readonly offset: number;
}

export function wholeText(phrases: readonly FoundPhrase[]): readonly FragmentPlace[] {
  return [{ start: 0, end: TO_THE_END, phrases, boost: boostOf(phrases) }];
}

export function boostOf(phrases: readonly FoundPhrase[]): number {
  return phrases.reduce((sum, { boost }) => Math.fround(sum + boost), 0);
}

/**
 * Places fragments around the phrases, without overlaps. Throws if the requested size is too small.
 */
export function fragmentPlaces(
  phrases: readonly FoundPhrase[],
  { characters: size, offset }: FragmentSize,
): readonly FragmentPlace[] {
  const margin = offset === -1 ? DEFAULT_MARGIN : offset;
  if (margin < 0) throw illegalArgument(`margin(${margin}) is too small. It must be 0 or higher.`);
  const least = Math.max(1, margin * MARGINS);
  if (size < least) {
    throw illegalArgument(`fragCharSize(${size}) is too small. It must be ${least} or higher.`);
  }
  const places: FragmentPlace[] = [];
  let from = 0;
  let i = 0;
  for (let first = phrases[0]; first !== undefined; first = phrases[i]) {
    if (startOf(first) < from) {
      i++;
      continue;
    }
    const group = groupFrom(phrases, i, { first, from, margin, size });
    i += group.taken;
    if (group.phrases.length === 0) continue;
    const matched = group.end - startOf(first);
    const around = Math.max(0, Math.trunc((size - matched) / 2));
    const start = Math.max(startOf(first) - around, from);
    const end = start + Math.max(matched, size);
    places.push({ start, end, phrases: group.phrases, boost: boostOf(group.phrases) });
    from = end;
  }
  return places;
}

interface Grouping {
  readonly first: FoundPhrase;
  readonly from: number;
  readonly margin: number;
  readonly size: number;
}

/** The phrases that fit into a fragment together with the first one. */
function groupFrom(
  phrases: readonly FoundPhrase[],
  at: number,
  { first, from, margin, size }: Grouping,
): { readonly phrases: readonly FoundPhrase[]; readonly taken: number; readonly end: number } {
  const start = startOf(first);
  let end = endOfPhrase(first);
  const spanEnd = Math.max(end, Math.max(start - margin, from) + size);
  const isShort = ({ offsets }: FoundPhrase): boolean => offsets.length <= 1 || end - start <= size;
  const group = isShort(first) ? [first] : [];
  let taken = 1;
  for (; ; taken++) {
    const phrase = phrases[at + taken];
    if (phrase === undefined || endOfPhrase(phrase) > spanEnd) break;
    end = endOfPhrase(phrase);
    if (isShort(phrase)) group.push(phrase);
  }
  return { phrases: group, taken, end };
}

/** The part of a phrase that is left for the following values. */
interface Rest {
  readonly phrase: FoundPhrase;
  offsets: readonly Offsets[];
}

/** Cuts fragments at the ends of values: no fragment goes from one value to the next. */
export function withinValues(
  places: readonly FragmentPlace[],
  values: readonly string[],
): readonly FragmentPlace[] {
  const spans = spansOf(values);
  const cut = places.flatMap((place) => cutPlace(place, spans));
  return cut.sort((a, b) => a.start - b.start);
}

/** The places of the values that are not empty; `end` is where the next value begins. */
function spansOf(values: readonly string[]): readonly Offsets[] {
  const spans: Offsets[] = [];
  let start = 0;
  for (const value of values) {
    const end = start + value.length + 1;
    if (value !== '') spans.push({ start, end });
    start = end;
  }
  return spans;
}

function cutPlace(place: FragmentPlace, spans: readonly Offsets[]): readonly FragmentPlace[] {
  const pieces: FragmentPlace[] = [];
  let rest: Rest[] = place.phrases.map((phrase) => ({ phrase, offsets: phrase.offsets }));
  const first = firstWhere(spans.length, (i) => (spans[i]?.end ?? 0) >= place.start);
  for (let i = first; i < spans.length; i++) {
    const { start = 0, end = 0 } = spans[i] ?? {};
    if (place.start >= start && place.end >= start && place.start <= end && place.end <= end) {
      const phrases = rest.map(({ phrase, offsets }) => ({ ...phrase, offsets }));
      return [...pieces, { ...place, phrases }];
    }
    const [left] = rest;
    if (left === undefined) return pieces;
    if (place.start >= end || startOf(left) >= end) continue;
    const phrases = rest.flatMap((each) => takeWithin(each, start, end));
    rest = rest.filter(({ offsets }) => offsets.length > 0);
    pieces.push({
      start: place.start > start && place.start < end ? place.start : start,
      end: place.end > start && place.end < end ? place.end : end,
      phrases,
      boost: boostOf(phrases),
    });
  }
  return pieces;
}

/** The parts of the phrases within a value; parts behind its end stay in `rest`. */
function takeWithin(rest: Rest, start: number, end: number): readonly FoundPhrase[] {
  const taken: Offsets[] = [];
  const left: Offsets[] = [];
  for (const each of rest.offsets) {
    if (each.end >= end || each.start >= end) left.push(each);
    if (each.start >= end) continue;
    taken.push({
      start: Math.max(each.start, start),
      end: each.end < end ? each.end : end - 1,
    });
  }
  rest.offsets = left;
  return taken.length === 0 ? [] : [{ ...rest.phrase, offsets: taken }];
}
