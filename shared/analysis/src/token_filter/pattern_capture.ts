/**
 * `pattern_capture`: makes tokens of the text that the groups of patterns capture in a term, at the
 * term's position.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { copyToken } from '../token.js';
import { compileUserRegex, type UserRegex } from '../user_regex.js';

export const PATTERN_CAPTURE: TokenFilterType = {
  name: 'pattern_capture',
  needsSettings: true,
  create: (settings) => {
    const patterns = settings.wholeList('patterns');
    if (patterns === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        `required setting 'patterns' is missing for token filter [${settings.name}]`,
      );
    }
    const expressions = patterns.map((pattern) => compileUserRegex(pattern));
    const preserves = settings.boolean('preserve_original', true);
    return {
      name: 'pattern_capture',
      apply: (batch) => {
        batch.tokens = batch.tokens.flatMap((token) => captured(token, expressions, preserves));
      },
    };
  },
};

/** Start and end of a capture in the term. */
type Capture = readonly [start: number, end: number];

function captured(token: Token, expressions: readonly UserRegex[], preserves: boolean): Token[] {
  const { term } = token;
  const captures = inOrder(expressions.map((each) => capturesOf(each, term, preserves)));
  if (captures.length === 0) return [token];
  const made = captures.map(([start, end], index) => {
    const increment = index === 0 && !preserves ? token.positionIncrement : 0;
    const piece = copyToken(token, term.slice(start, end), increment);
    piece.keyword = token.keyword;
    return piece;
  });
  return preserves ? [token, ...made] : made;
}

function capturesOf(expression: UserRegex, term: string, preserves: boolean): Capture[] {
  const captures: Capture[] = [];
  for (const { starts, ends } of expression.matchAll(term)) {
    for (let group = 1; group <= expression.groupCount; group++) {
      const [start, end] = [starts[group], ends[group]];
      const isWhole = preserves && start === 0 && end === term.length;
      if (start !== end && !isWhole) captures.push([start, end]);
    }
  }
  return captures;
}

/**
 * Merges the captures of all patterns by their start; of equal starts the first pattern's comes
 * first.
 */
function inOrder(ofPatterns: readonly (readonly Capture[])[]): Capture[] {
  const heads = ofPatterns.map(() => 0);
  const ordered: Capture[] = [];
  for (;;) {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, captures] of ofPatterns.entries()) {
      const start = captures[heads[index]]?.[0] ?? Number.POSITIVE_INFINITY;
      if (start < least) [best, least] = [index, start];
    }
    if (best < 0) return ordered;
    const at = heads[best];
    ordered.push(ofPatterns[best][at]);
    heads[best] = at + 1;
  }
}
