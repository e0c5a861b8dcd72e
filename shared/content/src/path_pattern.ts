/**
 * Patterns over dotted paths, as `filter_path` and source filtering use them. `*` within a segment stands for any characters of
 * that segment; `**` alone stands for any number of segments. Read as an automaton: its states are the segments, and however many
 * ways lead to one, it is followed once.
 */
import { simpleMatch } from '@skein/base';

/** A pattern that has consumed some leading segments: the rest still to match. */
export interface PathPattern {
  readonly segment: string;
  readonly next: PathPattern | undefined;
}

export function parsePathPattern(pattern: string): PathPattern {
  const segments = pattern.split('.');
  let parsed: PathPattern = { segment: segments.pop() ?? '', next: undefined };
  for (const segment of segments.reverse()) {
    // Any number of segments, twice over, is any number of segments.
    if (segment !== '**' || parsed.segment !== '**') parsed = { segment, next: parsed };
  }
  return parsed;
}

export interface PatternStep {
  /** The path read so far is matched as a whole (so is everything below it). */
  readonly matched: boolean;
  /** What may still match further down. */
  readonly remaining: readonly PathPattern[];
}

/** Advances every pattern over one more name. */
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
    // It may end here, or swallow this name and stay.
    if (pattern.next === undefined) matched = true;
    else step(pattern.next);
    remaining.add(pattern);
  }
  return { matched, remaining: [...remaining] };
}
