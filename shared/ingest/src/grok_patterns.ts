/** The patterns of grok as the API shows them. */
import { dictionary, type EcsCompatibility, isEcsCompatibility } from './grok/dictionary.js';

/** Returns undefined if there is no such dictionary. */
export function grokPatterns(
  ecsCompatibility: string,
  isSorted: boolean,
): Readonly<Record<string, string>> | undefined {
  if (!isEcsCompatibility(ecsCompatibility)) return undefined;
  const patterns = [...dictionary(ecsCompatibility satisfies EcsCompatibility)];
  return Object.fromEntries(isSorted ? patterns.sort(([a], [b]) => (a < b ? -1 : 1)) : patterns);
}
