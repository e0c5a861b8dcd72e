/**
 * Groups the places of a phrase that share terms, directly or through others. Each group is ordered
 * by offset.
 */
import type { SloppyPlace } from './sloppy_place.js';

export function gatherRepeatGroups(places: readonly SloppyPlace[]): SloppyPlace[][] {
  const groups: SloppyPlace[][] = [];
  const repeated = repeatedTerms(places);
  const left = new Set(places.filter((place) => place.terms.some((term) => repeated.has(term))));
  const byTerm = placesByTerm(left);
  for (const seed of left) {
    const group = connected(seed, left, byTerm);
    group.sort((a, b) => a.offset - b.offset);
    group.forEach((place, index) => {
      place.group = groups.length;
      place.groupIndex = index;
    });
    groups.push(group);
  }
  return groups;
}

function repeatedTerms(places: readonly SloppyPlace[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { terms } of places) {
    for (const term of terms) (seen.has(term) ? repeated : seen).add(term);
  }
  return repeated;
}

function placesByTerm(places: Iterable<SloppyPlace>): Map<string, SloppyPlace[]> {
  const byTerm = new Map<string, SloppyPlace[]>();
  for (const place of places) {
    for (const term of place.terms) {
      const others = byTerm.get(term);
      if (others === undefined) byTerm.set(term, [place]);
      else others.push(place);
    }
  }
  return byTerm;
}

/** Removes the seed and every place connected to it from `left`; each term is followed once. */
function connected(
  seed: SloppyPlace,
  left: Set<SloppyPlace>,
  byTerm: Map<string, SloppyPlace[]>,
): SloppyPlace[] {
  const group = [seed];
  left.delete(seed);
  for (const member of group) {
    for (const term of member.terms) {
      for (const candidate of byTerm.get(term) ?? [])
        if (left.delete(candidate)) group.push(candidate);
      byTerm.delete(term);
    }
  }
  return group;
}
