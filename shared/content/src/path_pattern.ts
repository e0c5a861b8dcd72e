/**
 * Patterns over dotted paths, as `filter_path` and source filtering use them. `*` within a segment stands for any characters of
 * that segment; `**` alone stands for any number of segments.
 */
import { simpleMatch } from './simple_match.js';

/** A pattern that has consumed some leading segments: the rest still to match. */
export type PathPattern = readonly string[];

export function parsePathPattern(pattern: string): PathPattern {
  return pattern.split('.');
}

export interface PatternStep {
  /** The path read so far is matched as a whole (so is everything below it). */
  readonly matched: boolean;
  /** What may still match further down. */
  readonly remaining: readonly PathPattern[];
}

/** Advances every pattern over one more name. */
export function stepPatterns(patterns: readonly PathPattern[], name: string): PatternStep {
  const remaining: PathPattern[] = [];
  let matched = false;
  for (const pattern of patterns) {
    for (const rest of stepPattern(pattern, name)) {
      if (rest.length === 0) matched = true;
      else remaining.push(rest);
    }
  }
  return { matched, remaining };
}

/** `**` may end here, or swallow this name and stay. */
function stepPattern(pattern: PathPattern, name: string): PathPattern[] {
  const [head, ...tail] = pattern;
  if (head === undefined) return [];
  if (head === '**') {
    const results: PathPattern[] = tail.length === 0 ? [[]] : stepPattern(tail, name);
    return [...results, pattern];
  }
  if (head === '*' || simpleMatch(head, name)) return [tail];
  return [];
}
