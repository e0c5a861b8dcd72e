/**
 * `hyphenation_decompounder`: finds words of a list that stand between two places where a term may
 * be hyphenated.
 */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { AnalysisOutside } from '../build/outside.js';
import { type DecompoundOptions, decompoundFilter, decompoundOptions } from './decompound.js';
import {
  type HyphenationPatterns,
  hyphenationPoints,
  noPatterns,
  readPatterns,
} from './hyphenation_patterns.js';

export const HYPHENATION_DECOMPOUNDER: TokenFilterType = {
  name: 'hyphenation_decompounder',
  needsSettings: true,
  readsSettingsLate: true,
  check(settings, { outside }) {
    matchOptions(settings, outside);
    patternsOf(settings, outside);
  },
  create: (settings, { outside }) => {
    const options = matchOptions(settings, outside);
    const patterns = patternsOf(settings, outside);
    return decompoundFilter('hyphenation_decompounder', options, (term) =>
      wordsBetween(term, options, patterns),
    );
  },
};

interface MatchOptions extends DecompoundOptions {
  /** True to leave out words inside words. */
  readonly noSubMatches: boolean;
  /** True to look for the next word where the last one ends. */
  readonly noOverlappingMatches: boolean;
}

function matchOptions(settings: ComponentSettings, outside: AnalysisOutside): MatchOptions {
  return {
    ...decompoundOptions(settings, outside),
    noSubMatches: settings.boolean('no_sub_matches', false),
    noOverlappingMatches: settings.boolean('no_overlapping_matches', false),
  };
}

function patternsOf(settings: ComponentSettings, outside: AnalysisOutside): HyphenationPatterns {
  const path = settings.required(
    'hyphenation_patterns_path',
    'hyphenation_patterns_path is a required setting.',
  );
  const bytes = outside.readFile(path);
  if (outside.elsewhere === true) return noPatterns();
  if (bytes !== undefined) return readPatterns(textOf(bytes));
  const reason = 'Exception while reading hyphenation_patterns_path.';
  throw new ApiError('illegal_argument_exception', reason);
}

/** Decodes the file in the encoding that it declares. */
function textOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const encoding = /^[^>]*encoding=["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const reason = 'Exception while reading hyphenation_patterns_path.';
    throw new ApiError('illegal_argument_exception', reason);
  }
}

type Part = readonly [start: number, end: number];

/** Finds words of the list. A word may have one letter behind it that joins it to the next. */
function wordsBetween(term: string, options: MatchOptions, patterns: HyphenationPatterns): Part[] {
  const { isWord, minSubwordSize, noSubMatches, noOverlappingMatches } = options;
  const onlyLongest = options.onlyLongest || noSubMatches || noOverlappingMatches;
  if (onlyLongest && (isWord(term) || (term.length > 1 && isWord(term.slice(0, -1))))) return [];
  const points = hyphenationPoints(term, patterns);
  const most = Math.min(options.maxSubwordSize, term.length - 1, options.longestWord + 1);
  const parts: Part[] = [];
  /** The point at which the last word ends. */
  let lastEnd = 0;
  /** The last point that is not too far from the start. */
  let furthest = 0;
  for (let from = 0; from < points.length; from++) {
    if (noOverlappingMatches) from = Math.max(from, lastEnd);
    const start = points[from];
    const behind = noSubMatches ? Math.max(from, lastEnd) : from;
    while (furthest + 1 < points.length && points[furthest + 1] - start <= most) furthest++;
    for (let to = furthest; to > behind; to--) {
      const end = points[to];
      if (end - start < minSubwordSize) break;
      const found = [end, end - 1].find((last) => last > start && isWord(term.slice(start, last)));
      if (found === undefined) continue;
      parts.push([start, found]);
      lastEnd = to;
      if (onlyLongest) break;
    }
  }
  return parts;
}
