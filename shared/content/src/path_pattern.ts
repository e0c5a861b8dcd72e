/**
 * Patterns over dotted paths, as `filter_path` and source filtering use them. `*` within a segment
 * matches any characters of that segment; `**` alone matches any number of segments. Patterns are
 * run as an automaton: its states are the segments, and each is followed once, however many paths
 * lead to it.
 */
import { simpleMatch } from '@skein/base';

/** The rest of a pattern that still has to match after some leading segments. */
export interface PathPattern {
  readonly segment: string;
  readonly next: PathPattern | undefined;
}

export function parsePathPattern(pattern: string): PathPattern {
  const segments = pattern.split('.');
  let parsed: PathPattern = { segment: segments.pop() ?? '', next: undefined };
  for (const segment of segments.reverse()) {
    // Two adjacent `**` segments are equivalent to one.
    if (segment !== '**' || parsed.segment !== '**') parsed = { segment, next: parsed };
  }
  return parsed;
}

interface PatternStep {
  /** True if the path read so far matches as a whole (and so does everything below it). */
  readonly matched: boolean;
  /** The patterns that may still match further down. */
  readonly remaining: readonly PathPattern[];
}

/** Advances every pattern by one more name. */
export function stepPatterns(patterns: readonly PathPattern[], name: string): PatternStep {
  const remaining = new Set<PathPattern>();
  let matched = false;
  const step = ({ segment, next }: PathPattern) => {
    if (segment !== '*' && !simpleMatch(segment, name)) return;
    if (next === undefined) matched = true;
    else remaining.add(next);
  };
  for (const pattern of patterns) {
    if (pattern.segment !== '**') {
      step(pattern);
      continue;
    }
    // The pattern may end here, or consume this name and stay.
    if (pattern.next === undefined) matched = true;
    else step(pattern.next);
    remaining.add(pattern);
  }
  return { matched, remaining: [...remaining] };
}
