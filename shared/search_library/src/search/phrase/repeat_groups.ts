/** Groups the places of a phrase that share terms, directly or through others, each group in order of offset. */
import type { SloppyPlace } from './sloppy_place.js';

export function gatherRepeatGroups(places: readonly SloppyPlace[]): SloppyPlace[][] {
  const groups: SloppyPlace[][] = [];
  const repeated = repeatedTerms(places);
  const left = new Set(places.filter((place) => place.terms.some((term) => repeated.has(term))));
  for (const seed of left) {
    const group = connected(seed, left);
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

/** Takes the seed and every place it is connected with out of `left`. */
function connected(seed: SloppyPlace, left: Set<SloppyPlace>): SloppyPlace[] {
  const group = [seed];
  left.delete(seed);
  for (const member of group) {
    for (const candidate of left) {
      if (!candidate.terms.some((term) => member.terms.includes(term))) continue;
      left.delete(candidate);
      group.push(candidate);
    }
  }
  return group;
}
