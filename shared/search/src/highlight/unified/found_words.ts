/**
 * Finds occurrences of a few words in a text whose analyzer can find them without analysing the
 * rest.
 */
import type { WordFinder } from '@skein/analysis';
import type { MappedField } from '@skein/mapping';
import { SEPARATOR } from '../field_text.js';
import type { MarkedWords, Occurrence } from './occurrences.js';

/** The analyzer's finder; `undefined` when the whole text has to be analysed. */
export function finderOf(
  { indexAnalyzer }: MappedField,
  marked: MarkedWords,
): WordFinder | undefined {
  return marked.needsAll || marked.hasPatterns ? undefined : indexAnalyzer?.finder?.(marked.words);
}

/** In each value, words that begin behind `lastStart` are left out. */
export function foundWords(
  content: string,
  find: WordFinder,
  lastStart: number,
): readonly Occurrence[] {
  const freqs = new Map<string, number>();
  const found: Omit<Occurrence, 'freq'>[] = [];
  let offset = 0;
  for (const value of content.split(SEPARATOR)) {
    find(value, (label, start, end) => {
      if (start > lastStart) return;
      freqs.set(label, (freqs.get(label) ?? 0) + 1);
      found.push({ start: offset + start, end: offset + end, label });
    });
    offset += value.length + SEPARATOR.length;
  }
  return found.map((each) => ({ ...each, freq: freqs.get(each.label) ?? 0 }));
}
