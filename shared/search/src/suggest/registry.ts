/** Suggesters by name. */
import { assert } from '@skein/base';
import { ALL_SUGGESTERS } from './all.js';
import type { Suggester } from './suggester.js';

const SUGGESTERS: ReadonlyMap<string, Suggester> = new Map(
  ALL_SUGGESTERS.map((suggester) => [suggester.name, suggester]),
);

export function findSuggester(name: string): Suggester | undefined {
  return SUGGESTERS.get(name);
}

/** The suggester of a suggestion that was parsed. */
export function suggesterOf({ type }: { readonly type: string }): Suggester {
  const suggester = SUGGESTERS.get(type);
  assert(suggester !== undefined, 'only known suggesters are read');
  return suggester;
}
